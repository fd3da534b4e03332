#include "finding/preflight/jobs.h"
#include "finding/preflight/ranges.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;

constexpr std::size_t kMostRails = 32;  // each is compared with each

struct Rail {
  std::string name;
  bool infiniband = false;
  std::vector<Range> ranges;
};

std::vector<Rail> rails_of(const Preflight& all, const WantedJob& job) {
  std::vector<Rail> rails;
  for (const facts::WantedNetwork& network : job.networks) {
    if (rails.size() >= kMostRails) break;
    Rail rail{.name = title(network), .infiniband = false, .ranges = ranges_of(all.survey, network, job.file)};
    for (const std::string& type : types_of(all.survey, network)) rail.infiniband |= type == "ib-sriov" || type == "ipoib";
    if (!rail.ranges.empty()) rails.push_back(std::move(rail));
  }
  return rails;
}

std::optional<std::pair<Range, Range>> shared(const Rail& one, const Rail& other) {
  for (const Range& left : one.ranges)
    for (const Range& right : other.ranges)
      if (facts::same_subnet(left.subnet, right.subnet)) return std::pair{left, right};
  return std::nullopt;
}

std::vector<Finding> judge(const Preflight& all, const WantedJob& job) {
  const std::vector<Rail> rails = rails_of(all, job);
  if (rails.size() < 2) return {};
  for (std::size_t i = 0; i < rails.size(); ++i)
    for (std::size_t j = i + 1; j < rails.size(); ++j) {
      const auto both = shared(rails[i], rails[j]);
      if (!both) continue;
      const bool infiniband = rails[i].infiniband && rails[j].infiniband;
      return {violated(infiniband ? Severity::info : Severity::warning, base::format("job {}", job.name),
                       base::format("has rails in one subnet: {} in {}, {} in {}", rails[i].name,
                                    base::one_line(both->first.text), rails[j].name, base::one_line(both->second.text)),
                       {{base::format("{}: {}", rails[i].name, base::one_line(both->first.text)), both->first.source},
                        {base::format("{}: {}", rails[j].name, base::one_line(both->second.text)), both->second.source}})};
    }
  return {ok(base::format("job {}", job.name), base::format("{} rails in subnets of their own", rails.size()),
             {{base::format("{}: {}", rails[0].name, base::one_line(rails[0].ranges[0].text)), rails[0].ranges[0].source}})};
}

std::vector<Finding> rule(const Input& input) { return each_job(input, judge); }

}  // namespace

Check preflight_rails_subnets_overlap() {
  return {
      .title = "Two rails of a job are in one subnet",
      .severity = Severity::warning,
      .cause =
          "Linux sends to a subnet through one interface and answers ARP for its addresses on any. Packets of one rail then go "
          "over the other, which RoCE refuses or which takes half of the rate.",
      .fix = "\"range\": \"SUBNET\"  # one of its own in the definition of each network",
      .rule = rule};
}

}  // namespace railhead::check
