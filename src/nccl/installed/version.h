#pragma once

#include <compare>
#include <optional>
#include <string>

#include "facts/host/software.h"

/// Which NCCL a job started here would load, as far as its files tell.
namespace railhead::nccl {

struct Version {
  unsigned major = 0;
  unsigned minor = 0;
  auto operator<=>(const Version&) const = default;
};

/// "2.26.2" and "2.26.2-1+cuda12.8"; nothing where the minor number is missing, as in "2".
std::optional<Version> parse_version(const std::string& text);

/// The oldest of all NCCL libraries found, since any of them may be loaded. Nothing when there is none, when the version of one
/// is not known, or when RCCL is there, whose files are not numbered alike.
std::optional<Version> oldest_version(const facts::Software& software);

}  // namespace railhead::nccl
