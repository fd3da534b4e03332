#include <algorithm>

#include "finding/preflight/jobs.h"
#include "finding/preflight/ranges.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;
using facts::WantedNetwork;

std::uint64_t pods_of(const WantedJob& job) {
  std::uint64_t count = 0;
  for (const facts::WantedPods& pods : job.pods) count = std::max(count, pods.count);
  return count;
}

/// Addresses of all ranges together; nothing where one of them has more than can matter.
std::optional<std::uint64_t> addresses(const std::vector<Range>& ranges) {
  std::uint64_t sum = 0;
  for (const Range& range : ranges) {
    const auto hosts = hosts_in(range.subnet);
    if (!hosts) return std::nullopt;
    sum += *hosts;
  }
  return sum;
}

std::vector<Finding> rule(const Input& input) {
  return each_job(input, [](const Preflight& all, const WantedJob& job) {
    std::vector<Finding> findings;
    const std::uint64_t pods = pods_of(job);
    for (const WantedNetwork& network : job.networks) {
      const std::vector<Range> ranges = ranges_of(all.survey, network, job.file);
      const auto has = addresses(ranges);
      if (ranges.empty()) continue;
      const std::string subject = base::format("network {}", title(network));
      const std::string text = base::one_line(ranges.front().text);
      const Evidences evidence = {{base::format("range: {}", text), ranges.front().source}};
      if (!has || *has >= pods)
        findings.push_back(ok(subject, base::format("has addresses for {}", base::counted(pods, "pod")), evidence));
      else
        findings.push_back(violated(
            Severity::error, subject,
            base::format("has {} in {}, and the job has {}", base::format("{} {}", *has, *has == 1 ? "address" : "addresses"),
                         text, base::counted(pods, "pod")),
            evidence,
            base::format("\"range\": \"SUBNET\"  # a larger one in network {}, or nodes: {} in "
                         "railhead.yaml",
                         title(network), *has)));
    }
    return findings;
  });
}

}  // namespace

Check preflight_network_addresses_too_few() {
  return {.title = "A network has fewer addresses than the job has pods",
          .severity = Severity::error,
          .cause =
              "Each pod takes an address of the network's range. When none is left its sandbox is not made: \"no IP addresses "
              "available in range set\". What other pods hold is not counted here.",
          .fix = "\"range\": \"SUBNET\"  # a larger one in the network's definition",
          .rule = rule};
}

}  // namespace railhead::check
