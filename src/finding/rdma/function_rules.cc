#include "finding/rdma/function_rules.h"

#include "finding/finding.h"
#include "finding/scope.h"

namespace railhead::check {

std::vector<Finding> each_own_function(const Input& input, const FunctionRule& rule, const std::string& fine) {
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  const VirtualFunctions functions = infiniband_functions(input.machine);
  if (functions.own.empty() && functions.others.empty()) return {};
  if (functions.own.empty()) return {skipped("machine", "no InfiniBand virtual function here is this job's to use")};
  std::vector<Finding> findings;
  std::vector<std::string> good;
  for (const facts::Device* device : functions.own) {
    std::vector<Finding> said = rule(*device);
    if (said.empty()) good.push_back(device->name);
    findings.insert(findings.end(), said.begin(), said.end());
  }
  if (!good.empty())
    findings.push_back(
        ok("machine", base::format("{}: {}", fine, listed(good)), {seen(input.machine.rdma.devices, listed(good))}));
  return findings;
}

}  // namespace railhead::check
