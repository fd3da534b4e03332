#pragma once

#include <string>
#include <string_view>

namespace railhead::kube {

/// `text` as it has to stand in a query of a path: a selector, or a continue token, which is base64 with '=' and '+'.
std::string in_query(std::string_view text);

}  // namespace railhead::kube
