#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace railhead::nri {

/// The most that a runtime's state may be, in bytes: annotations are the bulk of it, and Kubernetes allows 256 KiB of them.
constexpr std::size_t kMostState = std::size_t{1} << 20U;

/// What an OCI runtime tells a hook on its stdin, as far as it is used. Source: the OCI runtime specification, "State".
struct State {
  std::string version = {};  // "1.0.2-dev"
  std::string id = {};
  std::string status = {};  // "creating" of runc, "created" of crun
  std::int64_t pid = 0;     // of the container's init; 0 where the runtime says none
  std::string bundle = {};  // absolute: the folder of config.json
};

/// Errors are `malformed` and name line and column.
base::Result<State> read_state(std::string_view text);

}  // namespace railhead::nri
