#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;
using facts::WantedNetwork;

/// Where the nodes have what the definition names, the job is wrong; else the definition.
std::string fix_of(const facts::Survey& survey, const WantedNetwork& network, const std::string& named) {
  if (is_offered(survey, named) && !is_offered(survey, network.resource))
    return base::format("resource: {}  # in railhead.yaml, in the rail of network {}", base::one_line(named),
                        base::one_line(network.name));
  return base::format("{} annotate network-attachment-definitions {} -n {} --overwrite k8s.v1.cni.cncf.io/resourceName={}",
                      survey.program, word(network.name), word(network.space), word(network.resource));
}

std::vector<Finding> rule(const Input& input) {
  return each_job(input, [](const Preflight& all, const WantedJob& job) {
    std::vector<Finding> findings;
    for (const WantedNetwork& network : job.networks) {
      const facts::SurveyedObject* object = network.made ? nullptr : definition_of(all.survey, network);
      if (!object || !object->read || !object->read->network || network.resource.empty()) continue;
      const auto& named = object->read->network->resource;
      if (!named) continue;  // macvlan and IPoIB make their interface without a device
      const std::string subject = base::format("network {}", title(network));
      const Evidences evidence = {{base::format("k8s.v1.cni.cncf.io/resourceName: {}", base::one_line(*named)), object->source},
                                  {base::format("resource: {}", base::one_line(network.resource)), job.file}};
      if (*named == network.resource)
        findings.push_back(ok(subject, base::format("takes its device from {}, as the job", base::one_line(*named)), evidence));
      else
        findings.push_back(violated(Severity::error, subject,
                                    base::format("takes its device from {}, and the job's pods ask for {}",
                                                 base::one_line(*named), base::one_line(network.resource)),
                                    evidence, fix_of(all.survey, network, *named)));
    }
    return findings;
  });
}

}  // namespace

Check preflight_network_other_resource() {
  return {
      .title = "A network takes its device from another resource than the job asks for",
      .severity = Severity::error,
      .cause =
          "Multus hands a network the device that the pod got of the resource named by the network's annotation. If the pod "
          "asks for another one there is no device, and a pod that asks for a name of which nodes have none stays Pending: "
          "\"Insufficient RESOURCE\".",
      .fix = "kubectl annotate network-attachment-definitions NETWORK --overwrite k8s.v1.cni.cncf.io/resourceName=RESOURCE",
      .rule = rule};
}

}  // namespace railhead::check
