#pragma once

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "facts/known.h"

namespace railhead::facts {

using Json = nlohmann::ordered_json;

inline Json missing_json(const Missing& missing, const std::string& source) {
  Json object = {{"missing", name(missing.why)}};
  if (!missing.detail.empty()) object["detail"] = base::printable(missing.detail);
  if (!source.empty()) object["source"] = base::printable(source);
  return object;
}

/// A fact whose value JSON can hold as it is.
template <class T>
Json known_json(const Known<T>& fact) {
  if (!fact) return missing_json(fact.missing(), fact.source());
  if constexpr (std::is_same_v<T, std::string>)
    return base::printable(*fact);
  else
    return *fact;
}

/// A fact whose value `shape` turns into JSON.
template <class T, class Shape>
Json known_json(const Known<T>& fact, Shape shape) {
  if (!fact) return missing_json(fact.missing(), fact.source());
  return shape(*fact);
}

/// A list, each item through `shape`.
template <class T, class Shape>
Json list_json(const std::vector<T>& items, Shape shape) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(shape(item));
  return list;
}

inline Json texts_json(const std::vector<std::string>& texts) {
  return list_json(texts, [](const std::string& text) { return Json(base::printable(text)); });
}

}  // namespace railhead::facts
