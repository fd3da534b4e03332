#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "memlock/node/config.h"

/// docker's daemon.json: "default-ulimits": {"memlock": {"Name": "memlock", "Soft": -1, "Hard": -1}}. Source: dockerd(8),
/// daemon/config and opts/ulimit.go of moby/moby; docker/go-units for the members.
namespace railhead::memlock::node {

constexpr const char* kDaemonJson = "/etc/docker/daemon.json";

/// The setting of the file, if it has one. Errors: no JSON, or members of other kinds, with the line.
base::Result<std::optional<Setting>> docker_setting(const File& file);

/// The file with the limit merged in: every other byte stays as it is. The result is parsed again and compared with what was
/// meant. An absent file is one with an empty text. Errors as above; and two members of one name, where it is not clear which
/// counts.
base::Result<std::string> with_docker_limit(const File& file, const Allowance& value);

}  // namespace railhead::memlock::node
