#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/run.h"

namespace railhead::check {

enum class Transport { infiniband, roce, tcp, unknown };
const char* name(Transport transport);  // "ib", "roce", "tcp", "unknown"

/// What doctor is for: the transport a job started here would use, and what stands in the way.
struct Conclusion {
  Transport transport = Transport::unknown;
  std::optional<bool> rdma = {};                 // RDMA would be used and work; nothing: not known
  std::string message = {};                      // one line for people
  std::vector<std::string> usable_devices = {};  // in order of their names
  std::vector<std::string> blockers = {};        // ids of the checks violated as errors, most important first
};

/// `results` are those of run() over the same input.
Conclusion conclude(const Input& input, const std::vector<Result>& results);

}  // namespace railhead::check
