#include "manifest/psa/csi_inline.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/psa/policy.h"
#include "manifest/psa/wording.h"
#include "manifest/validation/go_text.h"
#include "manifest/validation/refused_name.h"

namespace railhead::manifest::psa {
namespace {

constexpr LevelVersion kStrict{Level::restricted, {}};

/// The text is a value that is not a level.
std::optional<std::string> level_of(const std::string& driver, const std::vector<scc::CsiDriver>& drivers, Level& level) {
  const auto at = std::ranges::find(drivers, driver, &scc::CsiDriver::name);
  if (at == drivers.end() || !at->ephemeral_level) return {};
  const std::optional<Level> named = level_named(*at->ephemeral_level);
  level = named.value_or(Level::restricted);
  if (named) return {};
  return base::format(
      "invalid label security.openshift.io/csi-ephemeral-volume-profile for CSIDriver {}: must be one of privileged, baseline, "
      "restricted",
      driver);
}

}  // namespace

std::optional<std::string> csi_inline_refusal(const Pod& pod, const std::string& space,
                                              const std::map<std::string, std::string>& labels,
                                              const std::vector<scc::CsiDriver>& drivers) {
  const auto refused = [&](std::string_view why) {
    return base::format("pods {} is forbidden: {}", go_quoted(refused_name(pod)), why);
  };
  const Policy policy = policy_of(labels, {kStrict, kStrict, kStrict});
  if (!policy.problems.empty())
    return refused(base::format("invalid policy found on namespace {}: [{}]", space, base::joined(policy.problems, ", ")));
  for (const PodVolume& volume : pod.volumes) {
    if (!has(volume.types, "csi")) continue;
    Level level = Level::privileged;
    if (std::optional<std::string> why = level_of(volume.driver, drivers, level)) return refused(*why);
    if (policy.enforce.level > level)
      return refused(base::format(
          "{} uses an inline volume provided by CSIDriver {} and namespace {} has a pod security enforce level that is lower "
          "than {}",
          pod.name, volume.driver, space, name(level)));
  }
  return {};
}

}  // namespace railhead::manifest::psa
