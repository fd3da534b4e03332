#include <algorithm>
#include <array>
#include <set>

#include "finding/preflight/jobs.h"
#include "finding/preflight/ranges.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;

/// A program that a network needs on the nodes, and the parts of the survey that bring it. On OpenShift the cluster's own
/// Multus brings whereabouts.
struct Need {
  std::string_view type;
  std::string_view name;
  std::array<std::string_view, 3> parts;
  std::string_view install;
};

// Where each is installed from: the README of its project.
constexpr std::string_view kMultus =
    "kubectl apply -f https://raw.githubusercontent.com/k8snetworkplumbingwg/multus-cni/master/deployments/"
    "multus-daemonset-thick.yml";
constexpr std::string_view kWhereabouts =
    "git clone https://github.com/k8snetworkplumbingwg/whereabouts && cd whereabouts && kubectl apply -f doc/crds/";
constexpr std::string_view kSriov =
    "# the SR-IOV Network Operator brings it: https://github.com/k8snetworkplumbingwg/sriov-network-operator";
constexpr std::string_view kIpoib =
    "# NVIDIA's network-operator brings it: secondaryNetwork.ipoib in a NicClusterPolicy "
    "(https://github.com/Mellanox/ipoib-cni)";
constexpr std::string_view kRdma =
    "# rdma-cni moves the RDMA device into the pod: https://github.com/k8snetworkplumbingwg/rdma-cni";
constexpr std::array<Need, 6> kNeeds = {{
    {"multus", "Multus", {"multus", "", ""}, kMultus},
    {"sriov", "the CNI plugin sriov", {"sriov-cni", "sriov-config-daemon", ""}, kSriov},
    {"ib-sriov", "the CNI plugin ib-sriov", {"ib-sriov-cni", "sriov-config-daemon", ""}, kSriov},
    {"ipoib", "the CNI plugin ipoib", {"ipoib-cni", "", ""}, kIpoib},
    {"rdma", "the CNI plugin rdma", {"rdma-cni", "sriov-config-daemon", ""}, kRdma},
    {"whereabouts", "whereabouts", {"whereabouts", "", ""}, kWhereabouts},
}};

/// The DaemonSet that brings it, the one with most nodes ready.
const facts::StackPart* bringing(const facts::Survey& survey, const Need& need) {
  const facts::StackPart* best = nullptr;
  for (const facts::StackPart& part : *survey.stack) {
    const bool brings = std::ranges::find(need.parts, part.part) != need.parts.end() ||
                        (need.type == "whereabouts" && survey.openshift.is(true) && part.part == "multus");
    if (brings && (!best || part.ready > best->ready)) best = &part;
  }
  return best;
}

/// OpenShift brings Multus as a part of itself; its operators are installed from its catalogue.
std::string install(const facts::Survey& survey, const Need& need) {
  if (!survey.openshift.is(true)) return std::string(need.install);
  if (need.type == "sriov" || need.type == "ib-sriov" || need.type == "rdma")
    return "# OperatorHub, SR-IOV Network Operator, into namespace openshift-sriov-network-operator; its config daemon brings "
           "it";
  if (need.type == "ipoib") return std::string(need.install);
  return "oc get clusteroperator network  # it brings Multus and whereabouts, and says why they are not there";
}

Finding judge_one(const facts::Survey& survey, const Need& need, const std::string& user) {
  const std::string subject(need.name);
  if (!survey.stack)
    return unknown(subject,
                   base::format("whether it runs on the nodes is not known; as admin: {} get daemonsets -A", survey.program),
                   {lacking(survey.stack, "DaemonSets of all namespaces")});
  const facts::StackPart* part = bringing(survey, need);
  if (!part)
    return violated(
        Severity::warning, subject,
        base::format("is needed by {}, and no DaemonSet that brings it to the nodes is known; if their image has it, "
                     "all is well",
                     user),
        {{base::format("{} of the secondary-network stack, none of it", base::counted(survey.stack->size(), "DaemonSet")),
          survey.stack.source()}},
        install(survey, need));
  const Evidences evidence = {
      {base::format("{}: {} of {} ready", part->object, part->ready, part->wanted), survey.stack.source()}};
  if (part->ready == 0 && part->wanted > 0) {
    std::string where = part->object.substr(part->object.find(' ') + 1);
    const std::string space = where.substr(0, where.find('/'));
    return violated(
        Severity::error, subject, base::format("is needed by {}, and {} is ready on no node", user, part->object), evidence,
        base::format("{} describe daemonset {} -n {}", survey.program, word(where.substr(where.find('/') + 1)), word(space)));
  }
  return ok(subject, base::format("runs on {} of {} nodes", part->ready, part->wanted), evidence);
}

std::vector<Finding> judge(const Preflight& all, const WantedJob& job) {
  std::vector<Finding> findings;
  if (job.networks.empty()) return findings;
  std::set<std::string> types = {"multus"};
  for (const facts::WantedNetwork& network : job.networks) {
    for (const std::string& type : types_of(all.survey, network)) types.insert(type);
    for (const std::string& type : ipam_of(all.survey, network)) types.insert(type);
  }
  const facts::SurveyedApi* api = all.survey.api("network-attachment-definitions.k8s.cni.cncf.io");
  if (api && api->versions && api->versions->empty()) {
    const Need& multus = kNeeds.front();
    return {violated(Severity::error, "Multus",
                     base::format("is not installed: the API has no NetworkAttachmentDefinitions, and the job attaches {}",
                                  base::counted(job.networks.size(), "network")),
                     {{"k8s.cni.cncf.io: not served", api->versions.source()}}, install(all.survey, multus))};
  }
  for (const Need& need : kNeeds)
    if (types.contains(std::string(need.type)))
      findings.push_back(judge_one(all.survey, need, base::format("the networks of job {}", job.name)));
  return findings;
}

std::vector<Finding> rule(const Input& input) { return each_job(input, judge); }

}  // namespace

Check preflight_stack_missing() {
  return {.title = "A part of the secondary-network stack is not on the nodes",
          .severity = Severity::warning,
          .cause =
              "A network of a pod is made by Multus on the pod's node, which runs the CNI plugin that the network names, which "
              "asks an IPAM plugin for the address. Each is a program on the node, put there by a DaemonSet. A node without it "
              "does not start the pod: \"failed to find plugin\".",
          .fix = "kubectl get daemonsets -A  # multus, whereabouts, sriov-cni, ipoib-cni",
          .rule = rule};
}

}  // namespace railhead::check
