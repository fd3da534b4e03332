#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace railhead::base {

/// RFC 4648 with padding, in lines of 76 characters, each ended by a newline.
std::string base64(std::string_view bytes);

/// The bytes; newlines are skipped, anything else that is not base64 gives nothing.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace railhead::base
