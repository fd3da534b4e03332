#include "kube/survey/apis.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "kube/in_url.h"
#include "kube/survey/reading.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

constexpr const char* kGroups = "/apis";
constexpr std::size_t kMostVersions = 8;
constexpr std::size_t kMostResources = 512;

/// Jobs of many pods, networks of pods, and the operators of NICs and GPUs.
constexpr std::array<std::string_view, 22> kNames = {"mpijobs.kubeflow.org",
                                                     "pytorchjobs.kubeflow.org",
                                                     "trainjobs.trainer.kubeflow.org",
                                                     "jobsets.jobset.x-k8s.io",
                                                     "leaderworkersets.leaderworkerset.x-k8s.io",
                                                     "rayclusters.ray.io",
                                                     "jobs.batch.volcano.sh",
                                                     "clusterqueues.kueue.x-k8s.io",
                                                     "network-attachment-definitions.k8s.cni.cncf.io",
                                                     "ippools.whereabouts.cni.cncf.io",
                                                     "ippools.nv-ipam.nvidia.com",
                                                     "sriovnetworknodepolicies.sriovnetwork.openshift.io",
                                                     "sriovnetworks.sriovnetwork.openshift.io",
                                                     "sriovibnetworks.sriovnetwork.openshift.io",
                                                     "nicclusterpolicies.mellanox.com",
                                                     "macvlannetworks.mellanox.com",
                                                     "hostdevicenetworks.mellanox.com",
                                                     "ipoibnetworks.mellanox.com",
                                                     "clusterpolicies.nvidia.com",
                                                     "nodefeaturerules.nfd.k8s-sigs.io",
                                                     "securitycontextconstraints.security.openshift.io",
                                                     "machineconfigs.machineconfiguration.openshift.io"};

std::string group_of(std::string_view name) { return std::string(name.substr(name.find('.') + 1)); }

bool is_of_interest(std::string_view group) {
  return std::ranges::any_of(kNames, [&](std::string_view name) { return name.substr(name.find('.') + 1) == group; });
}

std::vector<std::string> versions_of(const Json& group) {
  std::vector<std::string> versions;
  const Json* list = at(group, {"versions"});
  if (!list || !list->is_array()) return versions;
  for (const Json& one : *list)
    if (versions.size() < kMostVersions && !text_at(one, {"version"}).empty()) versions.push_back(text_at(one, {"version"}));
  return versions;
}

bool is_openshift(const std::string& group) { return group == "config.openshift.io" || group == "security.openshift.io"; }

}  // namespace

Questions Apis::first() {
  const auto take = [this](const Json& list) {
    const Json* groups = at(list, {"groups"});
    if (!groups || !groups->is_array()) {
      missing_ = {facts::Why::malformed, "it has no groups"};
      return;
    }
    std::set<std::string> openshift;
    for (const Json& one : *groups) {
      const std::string name = text_at(one, {"name"});
      if (is_of_interest(name)) groups_[name].versions = versions_of(one);
      if (is_openshift(name)) openshift.insert(name);
    }
    survey_.openshift = {openshift.size() == 2, kGroups};
  };
  const auto done = [this](const Answer<void>& answer) {
    if (!answer) missing_ = missing_of(answer.error());
    if (missing_) survey_.openshift = facts::Known<bool>(*missing_, kGroups);
  };
  return {{.path = kGroups, .take = take, .done = done}};
}

Questions Apis::second() {
  Questions questions;
  for (auto& [name, group] : groups_) {
    for (const std::string& version : group.versions) {
      const auto take = [&group, version](const Json& list) {
        const Json* resources = at(list, {"resources"});
        if (!resources || !resources->is_array()) return;
        for (const Json& one : *resources)
          if (group.resources[version].size() < kMostResources) group.resources[version].insert(text_at(one, {"name"}));
      };
      const auto done = [&group](const Answer<void>& answer) {
        if (!answer && !is_not_served(answer)) group.missing = missing_of(answer.error());
      };
      questions.push_back({.path = base::format("/apis/{}/{}", in_url(name), in_url(version)), .take = take, .done = done});
    }
  }
  return questions;
}

void Apis::finish() {
  using Versions = facts::Known<std::vector<std::string>>;
  for (const std::string_view name : kNames) {
    const std::string group = group_of(name);
    const std::string resource(name.substr(0, name.find('.')));
    const std::string source = base::format("/apis/{}", group);
    const auto found = groups_.find(group);
    facts::SurveyedApi api{.name = std::string(name)};
    if (missing_) {
      api.versions = Versions(*missing_, kGroups);
    } else if (found == groups_.end()) {
      api.versions = Versions(std::vector<std::string>{}, kGroups);
    } else if (found->second.missing) {
      api.versions = Versions(*found->second.missing, source);
    } else {
      std::vector<std::string> versions;
      for (const std::string& version : found->second.versions)
        if (found->second.resources[version].contains(resource)) versions.push_back(version);
      api.versions = Versions(std::move(versions), source);
    }
    survey_.apis.push_back(std::move(api));
  }
}

}  // namespace railhead::kube
