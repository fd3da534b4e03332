#include "nri/declared/lost.h"

#include <algorithm>

#include "base/format.h"
#include "base/nearest.h"
#include "base/text.h"
#include "nri/policy/annotations.h"
#include "nri/policy/words.h"

namespace railhead::nri {
namespace {

constexpr std::size_t kMost = 64;

/// "did you mean main?", or which there are.
std::string meant_container(const std::string& name, const std::vector<std::string>& containers) {
  const std::string near = name.size() <= 63 ? base::nearest(name, containers) : std::string();
  if (!near.empty() && base::edits_between(name, near) <= 2) return base::format("did you mean {}?", shortened(near));
  std::vector<std::string> names;
  names.reserve(containers.size());
  for (const std::string& one : containers) names.push_back(shortened(one));
  return base::format("there are {}", base::listed(std::move(names), 4));
}

}  // namespace

std::vector<std::string> lost_of_pod(const Texts& annotations, const std::vector<std::string>& containers) {
  std::vector<std::string> lost;
  for (const auto& [key, value] : annotations) {
    const auto named = named_by(key);
    if (!named || lost.size() == kMost) continue;
    if (!*named) {
      lost.push_back(named->error().message);
    } else if (const std::string& name = (*named)->container; !name.empty() && std::ranges::count(containers, name) == 0) {
      lost.push_back(base::format("{} asks for a container that the pod does not have ({})", shortened(key),
                                  meant_container(name, containers)));
    }
  }
  return lost;
}

std::vector<std::string> lost_of_object(const Texts& annotations, std::string_view part) {
  std::vector<std::string> lost;
  for (const auto& [key, value] : annotations)
    if (lost.size() < kMost && named_by(key))
      lost.push_back(base::format("{} stands at the object, whose pods do not get it: it belongs into {}.metadata.annotations",
                                  shortened(key), part));
  return lost;
}

}  // namespace railhead::nri
