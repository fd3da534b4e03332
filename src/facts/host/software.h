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
};

}  // namespace railhead::facts
