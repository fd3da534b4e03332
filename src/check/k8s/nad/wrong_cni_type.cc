#include "facts/cluster/cluster.h"
#include "finding/declared/links.h"
#include "finding/declared/resources.h"

namespace railhead::check {
namespace {

/// The types that set up interfaces of one link layer alone. host-device moves any.
std::string link_for(const std::string& type) {
  if (type == "sriov" || type == "macvlan" || type == "ipvlan" || type == "bridge") return "ethernet";
  return type == "ib-sriov" || type == "ipoib" ? "infiniband" : "";
}

/// The link layer that the network gets, as the pool of its resource or its master tells it.
struct Layer {
  std::string type;
  Evidences why;
};

Layer layer_of(const Input& input, const DeclaredNetwork& one, const facts::CniPlugin& plugin) {
  const facts::DevicePool* pool = one.network.resource ? pool_of(*one.network.resource, *input.cluster) : nullptr;
  if (pool != nullptr && pool->link_type)
    return {*pool->link_type,
            {seen(one.network.resource, "resource " + base::one_line(*one.network.resource)),
             seen(pool->link_type, "its pool is " + base::one_line(*pool->link_type))}};
  // macvlan on InfiniBand has a check of its own.
  if (!plugin.master || plugin.type.is("macvlan")) return {};
  const LinkOfMaster link = link_of_master(*plugin.master, *input.cluster);
  if (!link.told) return {};
  return {link.type, {seen(plugin.master, "master " + base::one_line(*plugin.master)), link.why}};
}

/// Of two that fit the one that goes with what the network is made of: virtual functions, or an interface of the node.
std::string right_type(const std::string& type, bool infiniband) {
  const bool functions = type == "sriov" || type == "ib-sriov";
  if (infiniband) return functions ? "ib-sriov" : "ipoib";
  return functions ? "sriov" : "macvlan";
}

std::string fix_for(const DeclaredNetwork& one, const std::string& right) {
  if (one.object.kind == "NetworkAttachmentDefinition") return base::format("\"type\": \"{}\"", right);
  if (right == "ib-sriov") return "kind: SriovIBNetwork";
  if (right == "sriov") return "kind: SriovNetwork";
  return right == "ipoib" ? "kind: IPoIBNetwork" : "kind: MacvlanNetwork";
}

std::optional<Finding> judge(const Input& input, const DeclaredNetwork& one) {
  for (const facts::CniPlugin& plugin : one.network.plugins) {
    const std::string type = plugin.type.value_or("");
    const std::string wanted = link_for(type);
    const Layer layer = layer_of(input, one, plugin);
    if (wanted.empty() || (layer.type != "infiniband" && layer.type != "ethernet")) continue;
    Evidences evidence = {seen(plugin.type, "type " + type)};
    evidence.insert(evidence.end(), layer.why.begin(), layer.why.end());
    if (wanted == layer.type)
      return ok(one.subject(), base::format("its type {} is the one for {}", type, layer.type), evidence);
    const bool infiniband = layer.type == "infiniband";
    const std::string right = right_type(type, infiniband);
    const bool functions = type == "sriov" || type == "ib-sriov";
    const std::string what = base::format("{} {}", functions ? "its virtual functions are" : "its interface is",
                                          infiniband ? "InfiniBand" : "Ethernet");
    return violated(Severity::error, one.subject(),
                    base::format("{} and {} type {}, not {}", what, functions ? "need" : "needs", right, type), evidence,
                    fix_for(one, right));
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
              "sriov sets up Ethernet virtual functions (MAC, VLAN), ib-sriov those of InfiniBand (GUID, link state); macvlan "
              "and ipvlan need Ethernet, ipoib InfiniBand. Each fails on the other's, or leaves the port down.",
          .fix = "\"type\": \"ib-sriov\"  # for InfiniBand; \"sriov\" for Ethernet",
          .rule = rule};
}

}  // namespace railhead::check
