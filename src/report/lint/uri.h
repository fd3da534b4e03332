#pragma once

#include <string>

namespace railhead::report {

/// A path as a reference of RFC 3986: relative as it was given, without "./" in front; an absolute one as file:///.
std::string uri_of(const std::string& path);

}  // namespace railhead::report
