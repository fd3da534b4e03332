#include <algorithm>

#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;
using facts::WantedNetwork;

/// Namespaces that have a network of the same name, those first whose network is of the job's resource.
std::vector<std::string> elsewhere(const facts::Survey& survey, const WantedNetwork& network) {
  std::vector<std::string> spaces;
  std::size_t same = 0;
  for (const facts::SurveyedObject& one : *survey.networks) {
    if (one.name != network.name || one.space == network.space) continue;
    const bool fits = one.read && one.read->network && one.read->network->resource.is(network.resource);
    spaces.insert(fits ? spaces.begin() + static_cast<std::ptrdiff_t>(same++) : spaces.end(), one.space);
  }
  return spaces;
}

std::string fix_of(const facts::Survey& survey, const WantedNetwork& network) {
  const std::vector<std::string> spaces = elsewhere(survey, network);
  if (!spaces.empty())
    return base::format("railhead networks copy --from {} --to {} {}", word(spaces.front()), word(network.space),
                        word(network.name));
  return base::format(
      "networks: attachments  # in railhead.yaml, below spec.cluster: render makes them; or see what is there: {} get "
      "network-attachment-definitions -A",
      survey.program);
}

Finding judge_one(const Preflight& all, const WantedNetwork& network) {
  const facts::Survey& survey = all.survey;
  const std::string subject = base::format("network {}", title(network));
  if (network.made) return ok(subject, "is made by the job's own objects", {{"rendered with the job", "railhead render"}});
  if (const auto* object = definition_of(survey, network)) return ok(subject, "is there", {{object->kind, object->source}});
  if (!knows_networks_of(survey, network.space))
    return unknown(subject,
                   base::format("whether it is there is not known; as admin: {} get network-attachment-definitions -n {}",
                                survey.program, word(network.space)),
                   survey.networks ? Evidences{{"networks of other namespaces alone", survey.networks.source()}}
                                   : Evidences{lacking(survey.networks, "NetworkAttachmentDefinitions")});
  const std::vector<std::string> spaces = elsewhere(survey, network);
  const std::string others =
      spaces.empty() ? "" : base::format("; {} {} one of the name", listed(spaces), spaces.size() == 1 ? "has" : "have");
  return violated(Severity::error, subject, "is not there, so that no pod gets its interface" + others,
                  {{base::format("{} NetworkAttachmentDefinitions, none of this name here", survey.networks->size()),
                    survey.networks.source()}},
                  fix_of(survey, network));
}

std::vector<Finding> rule(const Input& input) {
  return each_job(input, [](const Preflight& all, const WantedJob& job) {
    std::vector<Finding> findings;
    findings.reserve(job.networks.size());
    for (const WantedNetwork& network : job.networks) findings.push_back(judge_one(all, network));
    return findings;
  });
}

}  // namespace

Check preflight_network_not_found() {
  return {
      .title = "A network that the job's pods attach is not there",
      .severity = Severity::error,
      .cause =
          "Multus looks for a network by its name in the pod's namespace. Without it no pod starts; where Multus is missing "
          "too, pods start without their rails, and NCCL ends with \"Bootstrap: no socket interface found\".",
      .fix = "railhead networks copy --from NAMESPACE --to NAMESPACE NETWORK",
      .rule = rule};
}

}  // namespace railhead::check
