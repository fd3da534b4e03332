#include "kube/objects/json.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace railhead::kube {

constexpr std::size_t kMostText = 1000;

const nlohmann::json& member(const nlohmann::json& object, const char* name) {
  static const nlohmann::json none;
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

std::string text_of(const nlohmann::json& object, const char* name) {
  const nlohmann::json& value = member(object, name);
  return value.is_string() ? base::one_line(value.get_ref<const std::string&>().substr(0, kMostText)) : std::string();
}

}  // namespace railhead::kube
