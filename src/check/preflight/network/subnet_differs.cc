#include <algorithm>

#include "facts/net/address_text.h"
#include "finding/preflight/jobs.h"
#include "finding/preflight/ranges.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;
using facts::WantedNetwork;

std::vector<Finding> rule(const Input& input) {
  return each_job(input, [](const Preflight& all, const WantedJob& job) {
    std::vector<Finding> findings;
    for (const WantedNetwork& network : job.networks) {
      if (network.made) continue;
      const auto wanted = facts::parse_subnet(network.subnet);
      const std::vector<Range> ranges = ranges_of(all.survey, network, job.file);
      if (!wanted || ranges.empty()) continue;
      const std::string subject = base::format("network {}", title(network));
      const Evidences evidence = {{base::format("range: {}", base::one_line(ranges.front().text)), ranges.front().source},
                                  {base::format("subnet: {}", base::one_line(network.subnet)), job.file}};
      const bool same = std::ranges::any_of(ranges, [&](const Range& one) { return facts::same_subnet(one.subnet, *wanted); });
      if (same)
        findings.push_back(ok(subject, "gives addresses of the rail's subnet", evidence));
      else
        findings.push_back(violated(Severity::warning, subject,
                                    base::format("gives addresses of {}, and the job's rail is in {}",
                                                 base::one_line(ranges.front().text), base::one_line(network.subnet)),
                                    evidence,
                                    base::format("subnet: {}  # in railhead.yaml, in the rail of network {}",
                                                 base::one_line(ranges.front().text), base::one_line(network.name))));
    }
    return findings;
  });
}

}  // namespace

Check preflight_network_subnet_differs() {
  return {.title = "A network gives addresses of another subnet than the job's rail is in",
          .severity = Severity::warning,
          .cause =
              "The definition in the cluster decides which addresses pods get. Where the job describes another subnet, it was "
              "written for another network, or the network was changed since.",
          .fix = "subnet: SUBNET  # in railhead.yaml, in the rail: the range of the network",
          .rule = rule};
}

}  // namespace railhead::check
