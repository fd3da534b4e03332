#pragma once

#include <string>
#include <string_view>

namespace railhead::manifest::admission {

/// Who creates the pods of an object that is no Pod. `account` is the user that the API server sees, empty where an operator
/// does it whose account its installation names. The kind itself is "" of a fragment.
struct Controller {
  std::string kind = {};
  std::string account = {};
};

Controller controller_of(std::string_view kind);

}  // namespace railhead::manifest::admission
