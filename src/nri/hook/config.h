#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"
#include "nri/policy/subject.h"

namespace railhead::nri {

/// The largest config.json that is read, in bytes; common ones are 10 to 100 KiB.
constexpr std::size_t kMostConfig = std::size_t{4} << 20U;

/// A bundle's config.json, as far as the policy looks at it. Source: the OCI runtime specification, "Configuration".
struct Config {
  Texts annotations = {};
  std::vector<Device> devices = {};  // linux.devices
  std::vector<Rlimit> limits = {};   // process.rlimits
};

/// `file` names it in errors. Entries that make no sense are left out: the runtime is the one that judges them.
base::Result<Config> read_config(std::string_view text, std::string_view file);

}  // namespace railhead::nri
