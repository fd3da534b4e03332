#include <algorithm>

#include "base/nearest.h"
#include "finding/preflight/fit.h"
#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;
using facts::WantedPods;

constexpr std::size_t kFewEdits = 4;

/// A network of the job whose definition names a resource that nodes do have, where its rail names the one that is nowhere.
const facts::SurveyedObject* network_that_knows(const Preflight& all, const WantedJob& job, const std::string& resource) {
  for (const facts::WantedNetwork& network : job.networks) {
    if (network.resource != resource) continue;
    const facts::SurveyedObject* object = definition_of(all.survey, network);
    if (!object || !object->read || !object->read->network) continue;
    const auto& named = object->read->network->resource;
    if (named && is_offered(all.survey, *named)) return object;
  }
  return nullptr;
}

std::string fix_of(const Preflight& all, const WantedJob& job, const std::string& resource) {
  if (const auto* object = network_that_knows(all, job, resource))
    return base::format("resource: {}  # in railhead.yaml, in the rail of network {}: what its definition names",
                        base::one_line(*object->read->network->resource), base::one_line(object->name));
  std::vector<std::string> names = resources_of(all.survey);
  std::erase_if(names, [](const std::string& one) { return !is_extended(one); });
  const std::string near = base::nearest(resource, names);
  if (!near.empty() && base::edits_between(resource, near) <= kFewEdits)
    return base::format("{}  # in railhead.yaml, in place of {}: did you mean this one?", base::one_line(near), resource);
  const bool rdma = std::ranges::find(job.rdma_resources, resource) != job.rdma_resources.end();
  if (rdma)
    return base::format(
        "railhead discover -n {}  # the resources for RDMA that the nodes have; without RDMA: railhead deploy --mode tcp",
        word(job.space));
  return base::format("{} get nodes -o yaml  # status.allocatable has what there is", all.survey.program);
}

std::vector<Finding> judge(const Preflight& all, const WantedJob& job) {
  std::vector<Finding> findings;
  if (!all.survey.nodes) return findings;  // preflight.nodes.too-few says so
  const std::vector<std::string> names = resources_of(all.survey);
  std::vector<std::string> seen_before;
  std::vector<std::string> there;
  for (const WantedPods& pods : job.pods)
    for (const facts::WantedAmount& one : pods.requests) {
      if (!is_extended(one.name) || one.amount == 0) continue;
      if (std::ranges::find(seen_before, one.name) != seen_before.end()) continue;
      seen_before.push_back(one.name);
      if (std::ranges::find(names, one.name) != names.end()) {
        there.push_back(base::one_line(one.name));
        continue;
      }
      findings.push_back(violated(Severity::error, pods.owner,
                                  base::format("asks for {} {}, which none of {} has", one.amount, base::one_line(one.name),
                                               base::counted(all.survey.nodes->size(), "node")),
                                  {{base::format("extended resources of the nodes: {}",
                                                 [&] {
                                                   std::vector<std::string> extended = names;
                                                   std::erase_if(extended,
                                                                 [](const std::string& name) { return !is_extended(name); });
                                                   return extended.empty() ? std::string("none") : listed(extended, 16);
                                                 }()),
                                    all.survey.nodes.source()}},
                                  fix_of(all, job, one.name)));
    }
  if (findings.empty() && !there.empty())
    findings.push_back(ok(base::format("job {}", job.name), base::format("nodes have {}", listed(there)),
                          {{"allocatable of the nodes", all.survey.nodes.source()}}));
  return findings;
}

std::vector<Finding> rule(const Input& input) { return each_job(input, judge); }

}  // namespace

Check preflight_resource_on_no_node() {
  return {.title = "No node has a resource that the job asks for",
          .severity = Severity::error,
          .cause =
              "A device plugin makes the names of its resources from its own configuration. With another name in the job its "
              "pods stay Pending: \"Insufficient RESOURCE\".",
          .fix = "railhead discover  # the resources that the nodes have",
          .rule = rule};
}

}  // namespace railhead::check
