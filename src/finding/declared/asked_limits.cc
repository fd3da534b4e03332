#include "finding/declared/asked_limits.h"

#include <algorithm>

#include "nri/policy/amount.h"

namespace railhead::check {
namespace {

constexpr std::size_t kMostShown = 200;

/// Named by the key: this container, or all of them. A pod may have many annotations, of which few are of one container.
bool is_about(const facts::Annotation& annotation, std::string_view container) {
  const auto named = nri::named_by(annotation.name);
  return named && *named && ((*named)->container.empty() || (*named)->container == container);
}

}  // namespace

bool asks_plugins(const facts::Annotation& annotation) {
  return annotation.name.starts_with(kMemlockPrefix) || nri::named_by(annotation.name).has_value();
}

std::optional<MemlockAsked> memlock_asked(const Declared& one) {
  nri::Texts about;
  for (const facts::Annotation& annotation : one.pod.annotations)
    if (is_about(annotation, one.container.name)) about.emplace(annotation.name, annotation.value);
  const auto wish = nri::wish_of(about, one.container.name);
  if (!wish || !wish->asked) return std::nullopt;
  const auto memlock = std::ranges::find(*wish->asked, nri::kMemlock, &nri::Asked::type);
  const auto annotation = std::ranges::find(one.pod.annotations, wish->key, &facts::Annotation::name);
  if (memlock == wish->asked->end() || annotation == one.pod.annotations.end()) return std::nullopt;
  return MemlockAsked{*annotation, nri::shown(nri::kMemlock, memlock->hard)};
}

Evidence shown(const facts::Annotation& annotation) {
  const bool is_long = annotation.value.size() > kMostShown;
  return {
      base::format("{}: {}{}", annotation.name, base::one_line(annotation.value.substr(0, kMostShown)), is_long ? "..." : ""),
      annotation.source};
}

}  // namespace railhead::check
