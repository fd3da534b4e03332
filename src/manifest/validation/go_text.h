#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/pod/pod.h"

/// Values as the API server, a Go program, prints them in its messages.
namespace railhead::manifest {

/// strconv.Quote: in double quotes, with Go's escapes. Characters beyond ASCII stay as they are; bytes that are not UTF-8
/// become \xNN.
std::string go_quoted(std::string_view text);

/// encoding/json: in double quotes, with <, > and & escaped too.
std::string json_quoted(std::string_view text);

/// The internal types of a container's securityContext and of a profile, as encoding/json prints them: members by their Go
/// names, null for what is not set. Source: pkg/apis/core/types.go.
std::string go_json(const ContainerSecurity& security);
std::string go_json(const Profile& profile);

}  // namespace railhead::manifest
