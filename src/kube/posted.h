#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kube/client.h"

namespace railhead::kube {

/// An object that is sent to a path of the API: POST, or PUT to its own path where it replaces what is there. Neither needs
/// discovery. "?dryRun=All" at the end of the path has the server do all but keep it.
struct Posted {
  std::string path;
  std::string body;  // JSON
  bool replaces = false;
};

/// Sends all of them beside each other; what the server made of each, in their order.
std::vector<Answer<nlohmann::json>> posted(const Client& client, const std::vector<Posted>& all);

}  // namespace railhead::kube
