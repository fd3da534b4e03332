#include "cli/manifest/yaml_json.h"

#include <nlohmann/json.hpp>

#include "manifest/pod/typed.h"

namespace railhead::cli {
namespace {

using Json = nlohmann::ordered_json;
using manifest::NodeKind;
using manifest::Value;

constexpr int kDeepest = 16;
constexpr std::size_t kMostValues = 200'000;

class Converter {
 public:
  Json json(const Value& value, int depth = 0) {
    if (++values_ > kMostValues || depth > kDeepest) return nullptr;
    if (value.is(NodeKind::mapping)) {
      Json object = Json::object();
      for (const auto& [key, inner] : value.members()) object[key.text().value_or("")] = json(inner, depth + 1);
      return object;
    }
    if (value.is(NodeKind::sequence)) {
      Json list = Json::array();
      for (const Value& item : value.items()) list.push_back(json(item, depth + 1));
      return list;
    }
    switch (manifest::scalar_type(value)) {
      case manifest::ScalarType::null: return nullptr;
      case manifest::ScalarType::boolean: return value.boolean().value_or(false);
      case manifest::ScalarType::whole_number:
        if (const auto number = value.integer()) return *number;
        break;
      default: break;
    }
    return value.text().value_or("");
  }

 private:
  std::size_t values_ = 0;
};

}  // namespace

Json json_of(const Value& value) { return Converter().json(value); }

}  // namespace railhead::cli
