#pragma once

#include <string>
#include <string_view>

namespace railhead::kube {

/// A text as one segment of a path, or as a value of a query, of a URL: all but letters, digits and "-_." by their numbers.
std::string in_url(std::string_view text);

}  // namespace railhead::kube
