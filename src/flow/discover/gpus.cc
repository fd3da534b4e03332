#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "facts/cluster/gpu_resource.h"
#include "flow/discover/parts.h"

namespace railhead::flow {
namespace {

using facts::SurveyedNode;
using Nodes = std::vector<const SurveyedNode*>;

constexpr std::uint32_t kMostGpus = 64;

/// Parts of a GPU and things beside it are no GPUs of a training job.
bool is_whole_gpu(std::string_view name) {
  const std::string_view rest = name.substr(name.find('/') + 1);
  return facts::is_gpu_resource(name) && !rest.starts_with("mig-") && rest.find("shared") == std::string_view::npos;
}

std::map<std::string, std::size_t> gpu_resources(const facts::Survey& survey) {
  std::map<std::string, std::size_t> nodes;
  for (const SurveyedNode& node : *survey.nodes)
    for (const facts::NodeAmount& amount : node.amounts)
      if (is_whole_gpu(amount.name) && amount.allocatable.value_or(0) > 0) ++nodes[amount.name];
  return nodes;
}

/// "4 on 2 nodes, 8 on 6 nodes"
std::string counts_text(const std::map<std::uint64_t, std::size_t>& counts) {
  std::vector<std::string> parts;
  parts.reserve(counts.size());
  for (const auto& [gpus, nodes] : counts) parts.push_back(base::format("{} on {}", gpus, base::counted(nodes, "node")));
  return base::listed(parts);
}

void find_count(const facts::Survey& survey, const Nodes& nodes, const std::string& resource, Discovered& found) {
  std::map<std::uint64_t, std::size_t> counts;
  for (const SurveyedNode* node : nodes) ++counts[*node->amount(resource)->allocatable];
  const std::uint64_t least = counts.begin()->first;
  if (least > kMostGpus) return left_out(found, "gpusPerNode", base::format("{} of a node is more than can be", least));
  found.profile.gpus_per_node = static_cast<std::uint32_t>(least);
  const std::string text = base::format("allocatable: {} [{}]", counts_text(counts), survey.nodes.source());
  known(found, "gpusPerNode", counts.size() == 1 ? text : "the nodes differ, and each has that many; " + text);
}

/// A label that all GPU nodes have and no other node has.
void find_selector(const facts::Survey& survey, const Nodes& nodes, Discovered& found) {
  static constexpr std::array<std::string_view, 4> kLabels = {"nvidia.com/gpu.present", "amd.com/gpu.present",
                                                              "feature.node.kubernetes.io/pci-10de.present",
                                                              "feature.node.kubernetes.io/pci-1002.present"};
  for (const std::string_view label : kLabels) {
    const auto has = [&](const SurveyedNode& node) {
      const auto value = node.labels.find(std::string(label));
      return value != node.labels.end() && value->second == "true";
    };
    if (!std::ranges::all_of(nodes, [&](const SurveyedNode* node) { return has(*node); })) continue;
    const auto all = static_cast<std::size_t>(std::ranges::count_if(*survey.nodes, has));
    if (all != nodes.size()) continue;
    found.profile.node_selector = {{std::string(label), "true"}};
    return known(
        found, "nodeSelector",
        base::format("the {} with GPUs have it, and no other [{}]", base::counted(all, "node"), survey.nodes.source()));
  }
}

/// Kubernetes itself sets and takes away those.
bool is_passing(const facts::Taint& taint) {
  return taint.key.starts_with("node.kubernetes.io/") || taint.key.starts_with("node.cloudprovider.kubernetes.io/");
}

std::string taint_text(const facts::Taint& taint) {
  return base::format("{}{}{}:{}", taint.key, taint.value.empty() ? "" : "=", taint.value, taint.effect);
}

void find_tolerations(const facts::Survey& survey, const Nodes& nodes, Discovered& found) {
  std::map<std::string, std::pair<facts::Taint, std::size_t>> taints;
  for (const SurveyedNode* node : nodes)
    for (const facts::Taint& taint : node->taints) {
      if (is_passing(taint) || taint.effect == "PreferNoSchedule") continue;
      auto& [kept, count] = taints[taint_text(taint)];
      kept = taint;
      ++count;
    }
  std::vector<std::string> some;
  for (const auto& [text, taint] : taints) {
    if (taint.second < nodes.size()) {
      some.push_back(base::format("{} on {} of {}", text, taint.second, nodes.size()));
    } else {
      const facts::Taint& one = taint.first;
      found.profile.tolerations.push_back(
          {.key = one.key, .op = one.value.empty() ? "Exists" : "Equal", .value = one.value, .effect = one.effect});
    }
  }
  if (!found.profile.tolerations.empty())
    known(found, "tolerations", base::format("taints of all nodes with GPUs [{}]", survey.nodes.source()));
  if (!some.empty())
    found.remarks.push_back(
        base::format("Some nodes with GPUs have taints that the profile does not tolerate: {}. Jobs do not "
                     "run there unless tolerations has them.",
                     base::listed(some)));
}

/// What a job on all of them would meet.
void remark_on(const Nodes& nodes, Discovered& found) {
  std::vector<std::string> away;
  std::map<std::string, std::size_t> products;
  for (const SurveyedNode* node : nodes) {
    if (!node->ready) away.push_back(node->name + " (not ready)");
    if (node->ready && !node->schedulable) away.push_back(node->name + " (cordoned)");
    const auto product = node->labels.find("nvidia.com/gpu.product");
    if (product != node->labels.end()) ++products[product->second];
  }
  if (!away.empty()) found.remarks.push_back("Nodes with GPUs that take no pods now: " + base::listed(away) + ".");
  if (products.size() < 2) return;
  std::vector<std::string> parts;
  parts.reserve(products.size());
  for (const auto& [product, count] : products)
    parts.push_back(base::format("nvidia.com/gpu.product={} on {}", product, base::counted(count, "node")));
  found.remarks.push_back(base::format("The nodes have different GPUs: {}. nodeSelector can choose.", base::listed(parts)));
}

}  // namespace

std::string gpu_resource(const facts::Survey& survey) {
  if (!survey.nodes) return {};
  const auto resources = gpu_resources(survey);
  return resources.size() == 1 ? resources.begin()->first : std::string();
}

std::vector<const SurveyedNode*> nodes_with(const facts::Survey& survey, std::string_view resource) {
  Nodes nodes;
  if (!survey.nodes) return nodes;
  for (const SurveyedNode& node : *survey.nodes) {
    const facts::NodeAmount* amount = node.amount(resource);
    if (amount && amount->allocatable.value_or(0) > 0) nodes.push_back(&node);
  }
  return nodes;
}

void find_gpus(const facts::Survey& survey, Discovered& found) {
  if (!survey.nodes) {
    left_out(found, "gpusPerNode", not_known(survey.nodes));
    return left_out(found, "gpuResource", not_known(survey.nodes));
  }
  const auto resources = gpu_resources(survey);
  if (resources.empty()) {
    found.profile.gpus_per_node = 0;
    return known(found, "gpusPerNode", base::format("no node has GPUs to give [{}]", survey.nodes.source()));
  }
  if (resources.size() > 1) {
    std::vector<std::string> parts;
    parts.reserve(resources.size());
    for (const auto& [name, count] : resources) parts.push_back(base::format("{} on {}", name, base::counted(count, "node")));
    left_out(found, "gpuResource", "several kinds of GPUs, and none is chosen: " + base::listed(parts));
    return left_out(found, "gpusPerNode", "depends on gpuResource");
  }
  const std::string& resource = resources.begin()->first;
  const Nodes nodes = nodes_with(survey, resource);
  found.profile.gpu_resource = resource;
  known(found, "gpuResource", base::format("of {} [{}]", base::counted(nodes.size(), "node"), survey.nodes.source()));
  find_count(survey, nodes, resource, found);
  find_selector(survey, nodes, found);
  find_tolerations(survey, nodes, found);
  remark_on(nodes, found);
}

}  // namespace railhead::flow
