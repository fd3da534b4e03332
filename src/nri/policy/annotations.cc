#include "nri/policy/annotations.h"

#include <array>

#include "base/format.h"
#include "nri/policy/amount.h"
#include "nri/policy/list.h"
#include "nri/policy/words.h"

namespace railhead::nri {
namespace {

constexpr std::string_view kOwn = "memlock.railhead.dev/";
constexpr std::string_view kPod = "memlock.railhead.dev/pod";
constexpr std::array<std::string_view, 2> kAdjuster = {"ulimits.noderesource.dev/", "ulimits.nri.containerd.io/"};
constexpr std::string_view kContainer = "container.";
constexpr std::size_t kShown = 40;  // bytes of a bad value
constexpr std::size_t kMostValue = std::size_t{64} << 10U;

base::Error malformed(std::string message, std::string suggestion = {}) {
  return {.code = base::Code::malformed, .message = std::move(message), .suggestion = std::move(suggestion)};
}

/// "container.NAME" behind a prefix.
base::Result<Named> container_named(std::string_view key, std::string_view prefix) {
  const std::string_view rest = key.substr(prefix.size());
  if (rest.starts_with(kContainer) && rest.size() > kContainer.size())
    return Named{.key = std::string(key), .container = std::string(rest.substr(kContainer.size()))};
  const std::string pod = prefix == kOwn ? base::format(" or {}", kPod) : "";
  return std::unexpected(
      malformed(base::format("{} asks for nothing: expected {}container.NAME{}", shortened(key), prefix, pod),
                "NAME is that of a container of the pod."));
}

base::Result<std::vector<Asked>> read_own(std::string_view value) {
  const std::size_t colon = value.find(':');
  const auto soft = parse_amount(value.substr(0, colon));
  const auto hard = colon == std::string_view::npos ? soft : parse_amount(value.substr(colon + 1));
  if (!soft || !hard)
    return std::unexpected(
        malformed(base::format("expected a size (8Gi), unlimited, node-memory*0.9 or SOFT:HARD of these, found \"{}\"",
                               shortened(value, kShown)),
                  soft ? hard.error().suggestion : soft.error().suggestion));
  if (is_more(*soft, *hard))
    return std::unexpected(malformed(
        base::format("the soft limit of {} is more than the hard one of {}", shown(kMemlock, *soft), shown(kMemlock, *hard)),
        "Write SOFT:HARD, for example 64Mi:unlimited."));
  return std::vector<Asked>{{.type = std::string(kMemlock), .soft = *soft, .hard = *hard}};
}

std::optional<Wish> wish_at(const Texts& annotations, const std::string& key) {
  const auto found = annotations.find(key);
  if (found == annotations.end()) return std::nullopt;
  return Wish{.key = key, .asked = read_annotation(key, found->second)};
}

}  // namespace

std::optional<base::Result<Named>> named_by(std::string_view key) {
  if (key == kPod) return Named{.key = std::string(key)};
  if (key.starts_with(kOwn)) return container_named(key, kOwn);
  for (const std::string_view prefix : kAdjuster)
    if (key.starts_with(prefix)) return container_named(key, prefix);
  return std::nullopt;
}

base::Result<std::vector<Asked>> read_annotation(std::string_view key, std::string_view value) {
  if (value.size() > kMostValue)
    return std::unexpected(malformed(base::format("expected at most {} KiB, found more", kMostValue >> 10U)));
  return key.starts_with(kOwn) ? read_own(value) : read_list(value);
}

std::optional<Wish> wish_of(const Texts& annotations, std::string_view container) {
  if (annotations.empty()) return std::nullopt;
  const std::string tail = base::format("{}{}", kContainer, container);
  for (const std::string_view prefix : {kOwn, kAdjuster[0], kAdjuster[1]})
    if (auto wish = wish_at(annotations, base::format("{}{}", prefix, tail))) return wish;
  return wish_at(annotations, std::string(kPod));
}

}  // namespace railhead::nri
