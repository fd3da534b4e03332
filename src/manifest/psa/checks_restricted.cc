#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/psa/checks.h"
#include "manifest/psa/wording.h"

namespace railhead::manifest::psa {
namespace {

/// The type by which restricted names a volume that it refuses; nothing for one that it lets through. A volume without a source
/// is an emptyDir.
std::optional<std::string_view> refused_type(const PodVolume& volume, int minor) {
  const auto allowed = [&](const std::string& type) { return allows(allowed_volume_types(), type, minor); };
  if (volume.types.empty() || std::ranges::any_of(volume.types, allowed)) return {};
  for (std::string_view type : refused_volume_types())
    if (has(volume.types, type)) return type;
  return "unknown";
}

/// A container is named once, in the server's order, for either of two reasons.
std::vector<std::string> both(const Pod& pod, const std::vector<std::string>& left, const std::vector<std::string>& right) {
  const std::set<std::string> names(left.begin(), left.end());
  const std::set<std::string> more(right.begin(), right.end());
  return containers_where(
      pod, [&](const PodContainer& container) { return names.contains(container.name) || more.contains(container.name); });
}

}  // namespace

std::optional<Found> privilege_escalation(const Pod& pod, int) {
  const std::vector<std::string> names = containers_where(pod, [](const PodContainer& container) {
    return !container.security || container.security->privilege_escalation.value_or(true);
  });
  if (names.empty()) return {};
  return Found{base::format("{} must set securityContext.allowPrivilegeEscalation=false", named("container", names)), names};
}

std::optional<Found> dropped_capabilities(const Pod& pod, int) {
  const std::vector<std::string> keeping = containers_where(pod, [](const PodContainer& container) {
    return !container.security || !container.security->capabilities || !has(container.security->capabilities->drop, "ALL");
  });
  std::set<std::string> capabilities;
  const std::vector<std::string> adding = containers_where(pod, [&](const PodContainer& container) {
    if (!container.security || !container.security->capabilities) return false;
    const std::vector<std::string>& add = container.security->capabilities->add;
    std::ranges::copy_if(add, std::inserter(capabilities, capabilities.end()),
                         [](const std::string& name) { return name != "NET_BIND_SERVICE"; });
    return std::ranges::any_of(add, [](const std::string& name) { return name != "NET_BIND_SERVICE"; });
  });
  if (keeping.empty() && adding.empty()) return {};
  std::vector<std::string> details;
  if (!keeping.empty())
    details.push_back(base::format(R"({} must set securityContext.capabilities.drop=["ALL"])", named("container", keeping)));
  if (!adding.empty())
    details.push_back(base::format("{} must not include {} in securityContext.capabilities.add", named("container", adding),
                                   in_quotes(capabilities)));
  return Found{base::joined(details, "; "), both(pod, keeping, adding)};
}

std::optional<Found> volume_types(const Pod& pod, int minor) {
  std::vector<std::string> names;
  std::set<std::string> types;
  for (const PodVolume& volume : pod.volumes) {
    const std::optional<std::string_view> type = refused_type(volume, minor);
    if (!type) continue;
    names.push_back(volume.name);
    types.emplace(*type);
  }
  if (names.empty()) return {};
  return Found{base::format("{} {} restricted volume type{} {}", named("volume", names), names.size() == 1 ? "uses" : "use",
                            types.size() == 1 ? "" : "s", in_quotes(types))};
}

std::optional<Found> run_as_non_root(const Pod& pod, int) {
  const std::optional<bool> of_pod = pod.security ? pod.security->run_as_non_root : std::nullopt;
  const auto of = [](const PodContainer& container) {
    return container.security ? container.security->run_as_non_root : std::nullopt;
  };
  const Setters refusing{of_pod == false,
                         containers_where(pod, [&](const PodContainer& container) { return of(container) == false; })};
  if (!refusing.none())
    return Found{base::format("{} must not set securityContext.runAsNonRoot=false", refusing.words()), refusing.containers};
  if (of_pod == true) return {};
  const std::vector<std::string> unset =
      containers_where(pod, [&](const PodContainer& container) { return !of(container).has_value(); });
  if (unset.empty()) return {};
  return Found{base::format("pod or {} must set securityContext.runAsNonRoot=true", named("container", unset)), unset};
}

std::optional<Found> run_as_root(const Pod& pod, int) {
  const auto root = [](const auto& security) { return security && security->run_as_user == 0; };
  const Setters setters{root(pod.security),
                        containers_where(pod, [&](const PodContainer& container) { return root(container.security); })};
  if (setters.none()) return {};
  return Found{base::format("{} must not set runAsUser=0", setters.words()), setters.containers};
}

}  // namespace railhead::manifest::psa
