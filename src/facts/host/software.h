#pragma once

#include <string>
#include <vector>

#include "facts/known.h"

/// Libraries a job needs, as files of this machine or image.
namespace railhead::facts {

/// `version` is read off the file's name or the package folder beside it; `loads` was tried with dlopen (not_asked otherwise).
struct Library {
  std::string name;  // "libibverbs.so.1"
  Known<std::string> path;
  Known<std::string> version;
  Known<bool> loads;
};

struct Software {
  Library libibverbs;
  Library librdmacm;
  Known<std::vector<std::string>> providers;  // "mlx5", "rxe": libNAME-rdmavNN.so below libibverbs/
  Known<std::vector<Library>> nccl;           // every libnccl.so* found, librccl too
  /// Network plugins of NCCL: libnccl-net.so and libnccl-net-NAME.so of the plugins known here, in the folders of libraries and
  /// of Google's and Amazon's packages.
  Known<std::vector<Library>> net_plugins;
};

}  // namespace railhead::facts
