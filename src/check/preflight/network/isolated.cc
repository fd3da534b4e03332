#include <algorithm>
#include <array>

#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;
using facts::WantedNetwork;

/// Whose networks pods of all namespaces may use: globalNamespaces of the configuration that OpenShift's
/// cluster-network-operator gives to Multus (bindata/network/multus).
constexpr std::array<std::string_view, 5> kForAll = {"default", "openshift-multus", "openshift-sriov-network-operator",
                                                     "openshift-cnv", "openshift-host-network"};

std::vector<Finding> rule(const Input& input) {
  return each_job(input, [](const Preflight& all, const WantedJob& job) {
    std::vector<Finding> findings;
    for (const WantedNetwork& network : job.networks) {
      if (network.space == job.space) continue;
      const std::string subject = base::format("network {}", title(network));
      const Evidence where{base::format("the job is in {}", base::one_line(job.space)), job.file};
      if (!all.survey.openshift.is(true) || std::ranges::find(kForAll, network.space) != kForAll.end()) {
        if (all.survey.openshift)
          findings.push_back(ok(subject, base::format("pods of {} may attach it", base::one_line(job.space)), {where}));
        continue;
      }
      findings.push_back(violated(
          Severity::error, subject,
          base::format("is in another namespace than the job, {}, and OpenShift keeps them apart", base::one_line(job.space)),
          {where, seen(all.survey.openshift, "the cluster is OpenShift")},
          base::format("railhead networks copy --from {} --to {} {}  # then without its namespace in the rail",
                       word(network.space), word(job.space), word(network.name))));
    }
    return findings;
  });
}

}  // namespace

Check preflight_network_isolated() {
  return {.title = "A network is in a namespace whose networks the job's pods may not use",
          .severity = Severity::error,
          .cause =
              "OpenShift runs Multus with namespaceIsolation: a pod may attach networks of its own namespace, and those of a "
              "few namespaces that are for all, such as default.",
          .fix = "railhead networks copy --from NAMESPACE --to NAMESPACE NETWORK",
          .rule = rule};
}

}  // namespace railhead::check
