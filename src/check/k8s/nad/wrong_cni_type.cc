#include "facts/cluster/cluster.h"
#include "finding/declared/objects.h"
#include "finding/declared/resources.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Input& input, const DeclaredNetwork& one) {
  if (!one.network.resource) return std::nullopt;
  const facts::DevicePool* pool = pool_of(*one.network.resource, *input.cluster);
  if (pool == nullptr || !pool->link_type) return std::nullopt;
  const bool infiniband = *pool->link_type == "infiniband";
  for (const facts::CniPlugin& plugin : one.network.plugins) {
    const std::string type = plugin.type.value_or("");
    if (type != "sriov" && type != "ib-sriov") continue;
    const Evidences evidence = {seen(plugin.type, "type " + type),
                                seen(one.network.resource, "resource " + *one.network.resource),
                                seen(pool->link_type, "its pool is " + *pool->link_type)};
    const bool fits = infiniband == (type == "ib-sriov");
    if (fits) return ok(one.subject(), base::format("its type {} is the one for {}", type, *pool->link_type), evidence);
    const char* right = infiniband ? "ib-sriov" : "sriov";
    const bool operated = one.object.kind != "NetworkAttachmentDefinition";
    return violated(Severity::error, one.subject(),
                    base::format("its virtual functions are {} and need type {}, not {}",
                                 infiniband ? "InfiniBand" : "Ethernet", right, type),
                    evidence,
                    operated ? std::string(infiniband ? "kind: SriovIBNetwork" : "kind: SriovNetwork")
                             : base::format("\"type\": \"{}\"", right));
  }
  return std::nullopt;
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  for (const DeclaredNetwork& one : declared_networks(input))
    if (auto finding = judge(input, one)) findings.push_back(std::move(*finding));
  return findings;
}

}  // namespace

Check k8s_nad_wrong_cni_type() {
  return {.title = "A network has the CNI type of the other link layer",
          .severity = Severity::error,
          .cause =
              "sriov sets up Ethernet virtual functions (MAC, VLAN), ib-sriov those of InfiniBand (GUID, link state). Each "
              "fails on the "
              "other's, or leaves the port down.",
          .fix = "\"type\": \"ib-sriov\"  # for InfiniBand; \"sriov\" for Ethernet",
          .rule = rule};
}

}  // namespace railhead::check
