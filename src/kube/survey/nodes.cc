#include <algorithm>
#include <array>
#include <set>

#include "kube/objects/amount.h"
#include "kube/survey/questions.h"
#include "kube/survey/reading.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;
using facts::NodeAmount;
using facts::SurveyedNode;

constexpr std::size_t kMostAmounts = 256;
constexpr std::size_t kMostTaints = 64;

/// Labels of GPUs, NICs, roles and places. NFD's other labels (one for each bit of CPUID) would fill the memory.
bool is_label_of_interest(std::string_view key) {
  static constexpr std::array<std::string_view, 14> kPrefixes = {"nvidia.com/",
                                                                 "network.nvidia.com/",
                                                                 "nvidia.network/",
                                                                 "amd.com/",
                                                                 "mellanox.com/",
                                                                 "feature.node.kubernetes.io/pci-",
                                                                 "feature.node.kubernetes.io/rdma.",
                                                                 "feature.node.kubernetes.io/network-",
                                                                 "feature.node.kubernetes.io/system-os_release.",
                                                                 "feature.node.kubernetes.io/kernel-version.full",
                                                                 "node-role.kubernetes.io/",
                                                                 "node.kubernetes.io/instance-type",
                                                                 "topology.kubernetes.io/",
                                                                 "machineconfiguration.openshift.io/role"};
  return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return key.starts_with(prefix); });
}

std::optional<std::uint64_t> amount_in(const Json& node, std::string_view list, std::string_view resource) {
  const Json* value = at(node, {"status", list, resource});
  if (!value) return std::nullopt;
  if (value->is_number_unsigned()) return amount_of(resource, std::to_string(value->get<std::uint64_t>()));
  return value->is_string() ? amount_of(resource, value->get_ref<const std::string&>()) : std::nullopt;
}

std::vector<NodeAmount> amounts_of(const Json& node) {
  std::set<std::string> names;
  for (const char* list : {"capacity", "allocatable"}) {
    const Json* amounts = at(node, {"status", list});
    if (!amounts || !amounts->is_object()) continue;
    for (const auto& [name, value] : amounts->items())
      if (name.size() <= 316 && names.size() < kMostAmounts) names.insert(name);  // a prefix of 253 and a name of 63
  }
  std::vector<NodeAmount> amounts;
  amounts.reserve(names.size());
  for (const std::string& name : names)
    amounts.push_back(
        {.name = name, .capacity = amount_in(node, "capacity", name), .allocatable = amount_in(node, "allocatable", name)});
  return amounts;
}

std::vector<facts::Taint> taints_of(const Json& node) {
  std::vector<facts::Taint> taints;
  const Json* list = at(node, {"spec", "taints"});
  if (!list || !list->is_array()) return taints;
  for (const Json& one : *list)
    if (taints.size() < kMostTaints && !text_at(one, {"key"}).empty())
      taints.push_back({text_at(one, {"key"}), text_at(one, {"value"}), text_at(one, {"effect"})});
  return taints;
}

bool is_ready(const Json& node) {
  const Json* list = at(node, {"status", "conditions"});
  return list && list->is_array() && std::ranges::any_of(*list, [](const Json& one) {
           return text_at(one, {"type"}) == "Ready" && text_at(one, {"status"}) == "True";
         });
}

bool is_any(std::string_view) { return true; }

std::map<std::string, std::string> labels_of(const Json& node, const std::vector<std::string>& wanted) {
  auto labels = texts_at(node, {"metadata", "labels"}, wanted.empty() ? is_label_of_interest : is_any);
  std::erase_if(labels, [&](const auto& label) {
    return !is_label_of_interest(label.first) && std::ranges::find(wanted, label.first) == wanted.end();
  });
  return labels;
}

std::optional<SurveyedNode> node_of(const Json& object, const std::vector<std::string>& labels) {
  SurveyedNode node{.name = text_at(object, {"metadata", "name"})};
  if (node.name.empty()) return std::nullopt;
  node.ready = is_ready(object);
  node.schedulable = !truth_at(object, {"spec", "unschedulable"});
  const std::string runtime = text_at(object, {"status", "nodeInfo", "containerRuntimeVersion"});  // "cri-o://1.31.4"
  const std::size_t mark = runtime.find("://");
  node.runtime = runtime.substr(0, mark);
  if (mark != std::string::npos) node.runtime_version = runtime.substr(mark + 3);
  node.kubelet = text_at(object, {"status", "nodeInfo", "kubeletVersion"});
  node.kernel = text_at(object, {"status", "nodeInfo", "kernelVersion"});
  node.system = text_at(object, {"status", "nodeInfo", "osImage"});
  node.architecture = text_at(object, {"status", "nodeInfo", "architecture"});
  node.labels = labels_of(object, labels);
  node.taints = taints_of(object);
  node.amounts = amounts_of(object);
  return node;
}

}  // namespace

Questions node_questions(facts::Survey& survey, std::vector<std::string> labels) {
  return {list_question<SurveyedNode>("/api/v1/nodes", survey.nodes,
                                      [labels = std::move(labels)](const Json& object) { return node_of(object, labels); })};
}

}  // namespace railhead::kube
