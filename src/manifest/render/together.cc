#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "manifest/psa/psa.h"
#include "manifest/render/render.h"

namespace railhead::manifest::render {

base::Result<void> Together::meet(std::size_t known, Object object, const std::string& place) {
  Object& first = objects_[known];
  if (first.text == object.text) return {};
  const auto one = psa::level_named(first.level);
  const auto other = psa::level_named(object.level);
  if (one && other && *one != *other) {
    if (*other < *one) first = std::move(object);
    return {};
  }
  return std::unexpected(base::Error{.code = base::Code::malformed,
                                     .message = base::format("{}: {} {} would be another one than that of {}", place,
                                                             object.kind, object.name, places_[known]),
                                     .cause = "two objects cannot have one name",
                                     .suggestion = "Give the jobs names of their own."});
}

base::Result<void> Together::add(const std::string& place, std::vector<Object> objects) {
  for (Object& object : objects) {
    const auto [known, is_new] = index_.emplace(Key(object.kind, object.space, object.name), objects_.size());
    if (is_new) {
      places_.push_back(place);
      objects_.push_back(std::move(object));
    } else if (auto met = meet(known->second, std::move(object), place); !met) {
      return met;
    }
  }
  return {};
}

std::vector<Object> Together::all() && {
  std::ranges::stable_partition(objects_, [](const Object& one) { return one.needed_by == NeededBy::admin; });
  return std::move(objects_);
}

}  // namespace railhead::manifest::render
