#include <algorithm>

#include "fabric/device/claim.h"
#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

/// What a manifest asks for will be variables of the container. Only resources of network devices become PCIDEVICE_ ones.
std::optional<Finding> declared(const Declared& one) {
  for (const facts::ResourceRequest& request : asked(one.container, ResourceClass::pool)) {
    if (request.name.find('-', request.name.find('/')) == std::string::npos) continue;
    return violated(
        Severity::info, one.subject(),
        base::format("{} has a dash in its name: the variable PCIDEVICE_ of it has one too, and shells drop such variables",
                     base::one_line(request.name)),
        resource_evidence({request}));
  }
  return std::nullopt;
}

std::vector<Finding> of_machine(const Input& input) {
  const std::vector<facts::Allocation>& allocations = input.machine.container.allocations;
  if (allocations.empty()) return {};
  std::vector<Finding> findings;
  std::vector<std::string> fine;
  for (const facts::Allocation& allocation : allocations) {
    if (allocation.variable.find('-') == std::string::npos) {
      fine.push_back(allocation.variable);
      continue;
    }
    findings.push_back(violated(Severity::info, allocation.variable,
                                "has a dash in its name: shells drop such variables, so that a script does not see it",
                                {{allocation.variable, "environment: " + allocation.variable}}));
  }
  if (findings.empty())
    findings.push_back(ok("machine", base::format("scripts can read {}", listed(fine)), {{listed(fine), "environment"}}));
  return findings;
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings = of_machine(input);
  std::ranges::move(each_declared(input, declared), std::back_inserter(findings));
  return findings;
}

}  // namespace

Check k8s_resource_name_with_dash() {
  return {.title = "The name of a device variable has a dash",
          .severity = Severity::info,
          .cause =
              "The device plugin makes the variable's name from the resource's and replaces only the dots. A name with a dash "
              "is valid in the environment but in no shell.",
          .fix = "tr '\\0' '\\n' < /proc/1/environ | grep ^PCIDEVICE_  # or name the resource without a dash",
          .rule = rule};
}

}  // namespace railhead::check
