#include "kube/survey/reading.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;
using Path = std::initializer_list<std::string_view>;

constexpr std::size_t kMostText = 1024;
constexpr std::size_t kMostEntries = 4096;
constexpr std::size_t kMostOfList = 256;
constexpr std::size_t kMostObject = std::size_t{256} << 10U;

std::string bounded(const std::string& text) { return base::one_line(std::string_view(text).substr(0, kMostText)); }

/// What the server adds to an object, and what a controller says of it.
void strip(Json& object) {
  object.erase("status");
  const auto metadata = object.find("metadata");
  if (metadata == object.end() || !metadata->is_object()) return;
  metadata->erase("managedFields");
  const auto annotations = metadata->find("annotations");
  if (annotations != metadata->end() && annotations->is_object())
    annotations->erase("kubectl.kubernetes.io/last-applied-configuration");
}

}  // namespace

const Json* at(const Json& object, Path path) {
  const Json* value = &object;
  for (const std::string_view key : path) {
    if (!value->is_object()) return nullptr;
    const auto found = value->find(key);
    if (found == value->end()) return nullptr;
    value = &*found;
  }
  return value;
}

std::string text_at(const Json& object, Path path) {
  const Json* value = at(object, path);
  return value && value->is_string() ? bounded(value->get_ref<const std::string&>()) : std::string();
}

std::optional<std::uint64_t> number_at(const Json& object, Path path) {
  const Json* value = at(object, path);
  return value && value->is_number_unsigned() ? std::optional(value->get<std::uint64_t>()) : std::nullopt;
}

bool truth_at(const Json& object, Path path) {
  const Json* value = at(object, path);
  return value && value->is_boolean() && value->get<bool>();
}

std::map<std::string, std::string> texts_at(const Json& object, Path path, bool (*wanted)(std::string_view key)) {
  std::map<std::string, std::string> texts;
  const Json* map = at(object, path);
  if (!map || !map->is_object()) return texts;
  for (const auto& [key, value] : map->items())
    if (value.is_string() && wanted(key) && texts.size() < kMostEntries)
      texts[bounded(key)] = bounded(value.get_ref<const std::string&>());
  return texts;
}

std::vector<std::string> list_at(const Json& object, Path path) {
  std::vector<std::string> texts;
  const Json* list = at(object, path);
  if (!list || !list->is_array()) return texts;
  for (const Json& one : *list)
    if (one.is_string() && texts.size() < kMostOfList) texts.push_back(bounded(one.get_ref<const std::string&>()));
  return texts;
}

bool has_text(const Json& object, Path path, std::string_view text) {
  const Json* list = at(object, path);
  return list && list->is_array() && std::ranges::any_of(*list, [&](const Json& one) {
           return one.is_string() && one.get_ref<const std::string&>() == text;
         });
}

std::optional<facts::SurveyedObject> surveyed_object(const Json& object, const std::string& kind, const std::string& version) {
  facts::SurveyedObject one{
      .kind = kind, .space = text_at(object, {"metadata", "namespace"}), .name = text_at(object, {"metadata", "name"})};
  if (one.name.empty()) return std::nullopt;
  one.source = base::format("{} {}{}{}", kind, one.space, one.space.empty() ? "" : "/", one.name);
  Json kept = object;
  strip(kept);
  kept["kind"] = kind;
  kept["apiVersion"] = version;
  one.text = kept.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (one.text.size() > kMostObject) one.text.clear();
  return one;
}

}  // namespace railhead::kube
