#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/format.h"
#include "manifest/scc/strategy/strategies.h"
#include "manifest/validation/go_text.h"

namespace railhead::manifest::scc {

namespace {

/// Volume sources whose field of the pod has another name than the type of the SCC (openshift/api, security/v1 types.go).
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOtherNames = {
    std::pair<std::string_view, std::string_view>{"cephfs", "cephFS"},
    std::pair<std::string_view, std::string_view>{"storageos", "storageOS"},
    std::pair<std::string_view, std::string_view>{"vsphereVolume", "vsphere"}};

/// A volume of a valid pod has one source; without any the server's defaults make it an emptyDir.
std::string_view type_of(const PodVolume& volume) {
  if (volume.types.empty()) return "emptyDir";
  const std::string_view name = volume.types.front();
  const auto* const other = std::ranges::find(kOtherNames, name, &std::pair<std::string_view, std::string_view>::first);
  return other == kOtherNames.end() ? name : other->second;
}

bool lists(const std::vector<std::string>& types, std::string_view type) {
  return std::ranges::find(types, type) != types.end();
}

/// Who may use secrets may use a projected volume with the sources of a service account's token.
bool allowed(const std::vector<std::string>& types, const PodVolume& volume) {
  return lists(types, "*") || lists(types, type_of(volume)) ||
         (type_of(volume) == "projected" && volume.only_token && lists(types, "secret"));
}

void check_drivers(Trial& trial) {
  const Constraint& constraint = trial.constraint;
  if (constraint.flex_volumes.empty()) return;
  if (!lists(constraint.volumes, "*") && !lists(constraint.volumes, "flexVolume")) return;
  const std::vector<PodVolume>& volumes = trial.pod.volumes;
  for (std::size_t index = 0; index < volumes.size(); ++index) {
    if (type_of(volumes[index]) != "flexVolume" || lists(constraint.flex_volumes, volumes[index].driver)) continue;
    add_invalid(trial, {.field = Field::volume,
                        .path = base::format(".spec.volumes[{}].flexVolume.driver", index),
                        .value = go_quoted(volumes[index].driver),
                        .why = "Flexvolume driver is not allowed to be used"});
  }
}

}  // namespace

void check_volumes(Trial& trial) {
  const std::vector<PodVolume>& volumes = trial.pod.volumes;
  for (std::size_t index = 0; index < volumes.size(); ++index) {
    if (allowed(trial.constraint.volumes, volumes[index])) continue;
    const std::string_view type = type_of(volumes[index]);
    add_invalid(trial, {.field = Field::volume,
                        .path = base::format(".spec.volumes[{}]", index),
                        .value = go_quoted(type),
                        .why = base::format("{} volumes are not allowed to be used", type)});
  }
  check_drivers(trial);
}

}  // namespace railhead::manifest::scc
