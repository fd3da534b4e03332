#include "check/finding.h"
#include "check/scope.h"

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
    findings.push_back(violated(
        Severity::info, allocation.variable,
        base::format("The name {} holds a \"-\": shells drop such variables, so a script does not see it", allocation.variable),
        {{allocation.variable, "environment: " + allocation.variable}}));
  }
  if (findings.empty())
    findings.push_back(ok("machine", base::format("Scripts can read {}", listed(fine)), {{listed(fine), "environment"}}));
  return findings;
}

}  // namespace

Check k8s_resource_name_with_dash() {
  return {
      .title = "Names of device variables",
      .severity = Severity::info,
      .cause =
          "The device plugin makes the variable's name from the resource's and replaces only the dots. A name with a dash is "
          "valid "
          "in the environment but in no shell.",
      .fix =
          "Read it from the process: tr '\\0' '\\n' < /proc/1/environ | grep ^PCIDEVICE_; or name the resource without a dash.",
      .rule = rule};
}

}  // namespace railhead::check
