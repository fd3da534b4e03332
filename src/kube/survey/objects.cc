#include "kube/survey/objects.h"

#include "base/format.h"
#include "kube/survey/reading.h"

namespace railhead::kube {
namespace {

using Objects = facts::Known<std::vector<facts::SurveyedObject>>;

constexpr Kind kSriovNetworks = {"SriovNetwork", "/apis/sriovnetwork.openshift.io/v1", "sriovnetworks"};
constexpr Kind kSriovIbNetworks = {"SriovIBNetwork", "/apis/sriovnetwork.openshift.io/v1", "sriovibnetworks"};
constexpr Kind kPolicies = {"SriovNetworkNodePolicy", "/apis/sriovnetwork.openshift.io/v1", "sriovnetworknodepolicies"};
constexpr Kind kNicPolicies = {"NicClusterPolicy", "/apis/mellanox.com/v1alpha1", "nicclusterpolicies", true};
constexpr Kind kConfigMaps = {"ConfigMap", "/api/v1", "configmaps"};

/// What the deployments of the device plugins call their ConfigMaps: sriov-network-device-plugin, sriov-network-operator,
/// k8s-rdma-shared-dev-plugin.
constexpr const char* kConfigNames[] = {"sriovdp-config", "device-plugin-config", "rdma-devices"};

/// "v1", "k8s.cni.cncf.io/v1"
std::string version_of(const Kind& kind) {
  const std::string_view group = kind.group;
  return std::string(group.substr(group.starts_with("/apis/") ? 6 : 5));
}

}  // namespace

Question objects_question(const Kind& kind, const std::string& path, Objects& into) {
  return list_question<facts::SurveyedObject>(path, into, [kind](const nlohmann::json& item) {
    return surveyed_object(item, std::string(kind.kind), version_of(kind));
  });
}

Questions ObjectLists::of(const std::vector<std::pair<Kind, std::string>>& kinds_and_paths) {
  parts_.resize(kinds_and_paths.size());
  Questions questions;
  for (std::size_t i = 0; i < kinds_and_paths.size(); ++i)
    questions.push_back(objects_question(kinds_and_paths[i].first, kinds_and_paths[i].second, parts_[i]));
  return questions;
}

Objects ObjectLists::joined() {
  Objects all;
  if (!parts_.empty()) join(all, parts_);
  return all;
}

Questions NetworkLists::first() {
  Questions all = {objects_question(kAttachments, path_of(kAttachments, ""), survey_.networks),
                   objects_question(kPolicies, path_of(kPolicies, ""), survey_.policies),
                   objects_question(kNicPolicies, path_of(kNicPolicies, ""), survey_.nic_policies)};
  const auto add = [&](Questions more) { std::move(more.begin(), more.end(), std::back_inserter(all)); };
  add(sriov_networks_.of({{kSriovNetworks, path_of(kSriovNetworks, "")}, {kSriovIbNetworks, path_of(kSriovIbNetworks, "")}}));
  std::vector<std::pair<Kind, std::string>> configs;
  for (const char* name : kConfigNames)
    configs.emplace_back(kConfigMaps, base::format("{}?fieldSelector=metadata.name%3D{}", path_of(kConfigMaps, ""), name));
  add(configs_.of(configs));
  return all;
}

Questions NetworkLists::second() {
  if (survey_.networks || survey_.networks.missing().why != facts::Why::denied) return {};
  survey_.networks_of = {survey_.space.name};
  if (survey_.space.name != "default") survey_.networks_of.emplace_back("default");
  std::vector<std::pair<Kind, std::string>> lists;
  lists.reserve(survey_.networks_of.size());
  for (const std::string& space : survey_.networks_of) lists.emplace_back(kAttachments, path_of(kAttachments, space));
  return attachments_.of(lists);
}

void NetworkLists::finish() {
  survey_.sriov_networks = sriov_networks_.joined();
  survey_.plugin_configs = configs_.joined();
  if (survey_.networks_of.empty()) return;
  std::vector<Objects> parts = attachments_.take();
  std::vector<Objects> known;
  std::vector<std::string> spaces;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]) continue;
    spaces.push_back(survey_.networks_of[i]);
    known.push_back(std::move(parts[i]));
  }
  survey_.networks_of = std::move(spaces);
  if (!known.empty()) join(survey_.networks, known);
}

}  // namespace railhead::kube
