#pragma once

#include <string>
#include <vector>

#include "nccl/plan.h"
#include "report/style.h"

/// A plan of the environment in each of its forms. All are deterministic, and none shows what the user set as something to set.
namespace railhead::report {

/// `export NAME=VALUE` lines with their reasons as comments, for eval or a file to source.
std::string env_shell(const nccl::Plan& plan);

/// NAME=VALUE lines, for EnvironmentFile= of systemd, --env-file of docker and the like.
std::string env_dotenv(const nccl::Plan& plan);

/// The `env:` list of a container in a pod manifest.
std::string env_yaml(const nccl::Plan& plan);

/// One JSON object as `railhead schema env` describes it, with a final newline.
std::string env_json(const nccl::Plan& plan);

/// For people: every variable with who chose it and why, what is left alone, and why each port is left out.
std::string env_explained(const nccl::Plan& plan, const Style& style);

/// "ib", "roce", "tcp", "efa", "gib", "unknown"
const char* transport_name(nccl::Transport transport);

/// "user", "detected", "default"
const char* origin_name(nccl::Origin origin);

}  // namespace railhead::report
