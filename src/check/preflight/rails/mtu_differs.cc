#include <algorithm>

#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;
using facts::WantedNetwork;

/// The definition in the cluster counts; the rail's where the job makes it.
std::uint32_t mtu_of(const WantedNetwork& network) {
  return network.found_mtu ? *network.found_mtu : network.made ? network.mtu : 0;
}

std::string source_of(const Preflight& all, const WantedJob& job, const WantedNetwork& network) {
  const facts::SurveyedObject* object = network.made ? nullptr : definition_of(all.survey, network);
  return object ? object->source : job.file;
}

/// One network whose definition has another MTU than the job's rail.
void against_file(const Preflight& all, const WantedJob& job, std::vector<Finding>& findings) {
  for (const WantedNetwork& network : job.networks) {
    if (!network.found_mtu || network.mtu == 0 || *network.found_mtu == network.mtu) continue;
    findings.push_back(violated(Severity::warning, base::format("network {}", title(network)),
                                base::format("sets an MTU of {}, and the job's rail has {}", *network.found_mtu, network.mtu),
                                {{base::format("mtu {}", *network.found_mtu), source_of(all, job, network)},
                                 {base::format("mtu: {}", network.mtu), job.file}},
                                base::format("mtu: {}  # in railhead.yaml, in the rail of network {}", *network.found_mtu,
                                             base::one_line(network.name))));
  }
}

std::vector<Finding> judge(const Preflight& all, const WantedJob& job) {
  std::vector<Finding> findings;
  against_file(all, job, findings);
  const WantedNetwork* first = nullptr;
  std::size_t known = 0;
  for (const WantedNetwork& network : job.networks) {
    const std::uint32_t mtu = mtu_of(network);
    if (mtu == 0) continue;
    ++known;
    if (!first) first = &network;
    if (mtu_of(*first) == mtu) continue;
    findings.push_back(violated(
        Severity::warning, base::format("job {}", job.name),
        base::format("has rails of different MTUs: {} has {}, {} has {}", title(*first), mtu_of(*first), title(network), mtu),
        {{base::format("{}: mtu {}", title(*first), mtu_of(*first)), source_of(all, job, *first)},
         {base::format("{}: mtu {}", title(network), mtu), source_of(all, job, network)}},
        base::format("mtu: {}  # the same in every rail, and no more than the switches take", std::min(mtu, mtu_of(*first)))));
    return findings;
  }
  if (findings.empty() && known > 0)
    findings.push_back(ok(
        base::format("job {}", job.name),
        base::format("MTU {} on {}", mtu_of(*first), known == 1 ? "the rail that says one" : base::format("{} rails", known)),
        {{base::format("{}: mtu {}", title(*first), mtu_of(*first)), source_of(all, job, *first)}}));
  return findings;
}

std::vector<Finding> rule(const Input& input) { return each_job(input, judge); }

}  // namespace

Check preflight_rails_mtu_differs() {
  return {
      .title = "The rails of a job differ in their MTU",
      .severity = Severity::warning,
      .cause =
          "Two ends of a RoCE connection agree on an MTU that both interfaces carry, and packets over what a switch takes are "
          "lost without a word. NCCL uses all rails alike, so that the slowest one counts.",
      .fix = "mtu: 9000  # the same in every rail",
      .rule = rule};
}

}  // namespace railhead::check
