#include "base/format.h"
#include "base/text.h"
#include "kube/survey/survey.h"

namespace railhead::kube {
namespace {

class Gaps {
 public:
  explicit Gaps(const facts::Survey& survey) : program_(base::shell_word(survey.program)) {}

  /// `command`: without the program in front.
  template <class T>
  void see(const facts::Known<T>& fact, const std::string& what, const std::string& command) {
    if (fact || fact.not_asked()) return;
    all_.push_back({.what = what,
                    .missing = fact.missing(),
                    .source = fact.source(),
                    .command = base::format("{} {}", program_, command)});
  }

  std::vector<facts::SurveyGap> all() && { return std::move(all_); }

 private:
  std::string program_;
  std::vector<facts::SurveyGap> all_;
};

void see_nodes(const facts::Survey& survey, Gaps& gaps) {
  gaps.see(survey.kubernetes, "the version of Kubernetes", "version");
  gaps.see(survey.openshift, "whether the cluster is OpenShift", "api-versions");
  if (survey.openshift.is(true)) gaps.see(survey.release, "the release of OpenShift", "get clusterversion version");
  gaps.see(survey.nodes, "nodes, their GPUs and RDMA resources", "get nodes -o yaml");
  gaps.see(survey.pods, "what of the nodes' resources is free", "describe nodes");
  gaps.see(survey.native_ulimits, "whether pods have securityContext.ulimits", "explain pod.spec.containers.securityContext");
}

void see_networks(const facts::Survey& survey, Gaps& gaps) {
  gaps.see(survey.networks, "NetworkAttachmentDefinitions", "get network-attachment-definitions -A -o yaml");
  gaps.see(survey.policies, "SriovNetworkNodePolicies (isRdma, linkType)", "get sriovnetworknodepolicies -A -o yaml");
  gaps.see(survey.sriov_networks, "SriovNetworks and SriovIBNetworks", "get sriovnetworks,sriovibnetworks -A -o yaml");
  gaps.see(survey.plugin_configs, "configurations of the SR-IOV and shared device plugins",
           "get configmaps -A --field-selector metadata.name=sriovdp-config -o yaml");
  gaps.see(survey.nic_policies, "NicClusterPolicies", "get nicclusterpolicies -o yaml");
  gaps.see(survey.stack, "DaemonSets of Multus, whereabouts, device plugins and NRI plugins", "get daemonsets -A -o wide");
}

void see_space(const facts::Survey& survey, Gaps& gaps) {
  const std::string space = base::shell_word(survey.space.name);
  gaps.see(survey.space.exists, base::format("whether namespace {} is there, and its Pod Security labels", survey.space.name),
           base::format("get namespace {} -o yaml", space));
  gaps.see(survey.space.quotas, "quotas of the namespace", base::format("describe quota -n {}", space));
  gaps.see(survey.space.limit_ranges, "limit ranges of the namespace", base::format("describe limits -n {}", space));
  gaps.see(survey.space.accounts, "service accounts of the namespace", base::format("get serviceaccounts -n {}", space));
}

void see_constraints(const facts::Survey& survey, Gaps& gaps) {
  gaps.see(survey.constraints, "security context constraints", "get scc -o yaml");
  if (!survey.constraints) return;
  for (const facts::SurveyedConstraint& one : *survey.constraints) {
    const std::string use =
        base::format("auth can-i use scc/{} -n {}", base::shell_word(one.object.name), base::shell_word(survey.space.name));
    gaps.see(one.user_may, base::format("whether this user may use SCC {}", one.object.name), use);
    gaps.see(one.account_may, base::format("whether service account {} may use SCC {}", survey.account, one.object.name),
             base::format("{} --as=system:serviceaccount:{}:{}", use, survey.space.name, survey.account));
  }
}

}  // namespace

std::vector<facts::SurveyGap> gaps(const facts::Survey& survey) {
  Gaps gaps(survey);
  see_nodes(survey, gaps);
  see_networks(survey, gaps);
  see_space(survey, gaps);
  see_constraints(survey, gaps);
  gaps.see(survey.storage, "storage classes", "get storageclasses");
  for (const facts::SurveyedApi& one : survey.apis)
    gaps.see(one.versions, base::format("whether the API has {}", one.name), "api-resources");
  return std::move(gaps).all();
}

}  // namespace railhead::kube
