#include "fabric/device/claim.h"
#include "finding/finding.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
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
