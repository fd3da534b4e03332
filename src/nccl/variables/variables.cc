#include "nccl/variables/variables.h"

#include <algorithm>

#include "base/nearest.h"
#include "nccl/variables/details.h"

namespace railhead::nccl {
namespace {

struct Release {
  std::string_view name;
  bool number;
  unsigned first;
  unsigned last;
};

constexpr Release kReleases[] = {
#include "nccl/variables/releases.inc"
};

std::vector<Variable> joined() {
  std::vector<Variable> all;
  for (const Release& release : kReleases) {
    Variable variable{.name = release.name,
                      .kind = release.number ? Kind::number : Kind::text,
                      .first = {2, release.first},
                      .last = {2, release.last}};
    describe(variable);
    all.push_back(std::move(variable));
  }
  return all;
}

}  // namespace

const std::vector<Variable>& variables() {
  static const std::vector<Variable> kAll = joined();
  return kAll;
}

const Variable* find_variable(std::string_view name) {
  const auto found = std::ranges::lower_bound(variables(), name, {}, &Variable::name);
  return found != variables().end() && found->name == name ? &*found : nullptr;
}

std::optional<std::string> meant_variable(std::string_view name) {
  std::vector<std::string> names;
  for (const Variable& variable : variables())
    if (variable.last == kNewestKnown) names.emplace_back(variable.name);
  std::string nearest = base::nearest(name, names);
  // One letter of a short name is a slip, and two of a longer one; NCCL_ itself does not count.
  constexpr std::size_t kPrefix = 5;
  const std::size_t allowed = name.size() < kPrefix + 8 ? 1 : 2;
  if (nearest.empty() || base::edits_between(name, nearest) > allowed) return std::nullopt;
  return nearest;
}

}  // namespace railhead::nccl
