#include "base/format.h"
#include "manifest/job/check/problems.h"
#include "manifest/job/rules/rules.h"

namespace railhead::manifest::job {
namespace {

bool is_sriov(Fabric fabric) { return fabric == Fabric::sriov_roce || fabric == Fabric::sriov_infiniband; }

bool is_empty(const Sriov& sriov) {
  return sriov.operator_space.empty() && !sriov.policies && sriov.vfs == 0 && sriov.vendor.empty() && sriov.device.empty();
}

void judge_networks(const ClusterProfile& cluster, const std::string& spec, const Say& say) {
  const std::string path = joined_path(spec, "networks");
  const std::string fabric = joined_path(spec, "fabric");
  if (cluster.networks == NetworksBy::sriov_operator && !is_sriov(cluster.fabric))
    say(path, fabric, base::format("the SR-IOV Network Operator makes none for fabric {}", word_of(cluster.fabric)),
        "attachments lets render make them");
  if (cluster.networks == NetworksBy::attachments && !has_attachments(cluster.fabric))
    say(path, fabric, base::format("fabric {} has no networks in the pods that could be made", word_of(cluster.fabric)),
        "take the line out");
}

void judge_sriov(const ClusterProfile& cluster, const std::string& spec, const Say& say) {
  const std::string path = joined_path(spec, "sriov");
  if (cluster.networks != NetworksBy::sriov_operator) {
    if (!is_empty(cluster.sriov)) say(path, joined_path(spec, "networks"), "expected only with networks: sriov-operator", "");
    return;
  }
  if (!cluster.sriov.policies) return;
  const std::string policies = joined_path(path, "policies");
  if (cluster.sriov.vfs == 0)
    say(joined_path(path, "vfs"), policies, "missing; a policy says how many virtual functions a physical one has", "");
  for (std::size_t i = 0; i < cluster.rails.size(); ++i)
    if (cluster.rails[i].interface.empty())
      say(joined_path(joined_path(joined_path(spec, "rails"), i), "interface"), policies,
          "missing; a policy selects the physical function by it", "");
}

void judge_memlock(const ClusterProfile& cluster, const std::string& spec, const Say& say) {
  const std::string path = joined_path(joined_path(spec, "memlock"), "size");
  const std::string via = joined_path(joined_path(spec, "memlock"), "via");
  const bool sized = cluster.memlock == MemlockWay::nri || cluster.memlock == MemlockWay::native;
  if (!sized && !cluster.memlock_size.empty()) say(path, via, "expected only with via: nri or via: native", "");
  if (cluster.memlock == MemlockWay::native && cluster.memlock_size.empty())
    say(path, via, "missing; via: native needs it", "");
}

void judge_tolerations(const ClusterProfile& cluster, const std::string& spec, const Say& say) {
  for (std::size_t i = 0; i < cluster.tolerations.size(); ++i) {
    const Toleration& one = cluster.tolerations[i];
    const std::string path = joined_path(joined_path(spec, "tolerations"), i);
    const std::string op = joined_path(path, "operator");
    if (one.op == "Exists" && !one.value.empty()) say(joined_path(path, "value"), op, "expected only with operator: Equal", "");
    if (one.key.empty() && (one.op == "Equal" || !one.value.empty()))
      say(joined_path(path, "key"), op, "missing; operator Equal needs it", "");
  }
}

void judge_accounts(const ClusterProfile& cluster, const std::string& spec, const Say& say) {
  if (!cluster.scc.empty() && cluster.platform != Platform::openshift)
    say(joined_path(spec, "scc"), joined_path(spec, "platform"), "expected only with platform: openshift", "");
  if (!cluster.create_service_account && cluster.service_account.empty())
    say(joined_path(spec, "serviceAccount"), joined_path(spec, "createServiceAccount"),
        "missing; createServiceAccount: false needs the name of one that is there", "");
}

}  // namespace

void judge_cluster(const ClusterProfile& cluster, const std::string& spec, const Say& say) {
  judge_networks(cluster, spec, say);
  judge_sriov(cluster, spec, say);
  judge_memlock(cluster, spec, say);
  judge_tolerations(cluster, spec, say);
  judge_accounts(cluster, spec, say);
  judge_rails(cluster, spec, say);
}

}  // namespace railhead::manifest::job
