#include <algorithm>

#include "fabric/device/claim.h"
#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

/// What the device plugin makes of openshift.io/my-rail: PCIDEVICE_OPENSHIFT_IO_MY-RAIL.
std::string variable_of(std::string_view resource) {
  std::string name = "PCIDEVICE_";
  for (const char c : resource) {
    const bool small = c >= 'a' && c <= 'z';
    name.push_back(c == '.' || c == '/' ? '_' : small ? static_cast<char>(c - 'a' + 'A') : c);
  }
  return name;
}

/// The word of a script that reads the variable, with its dash, at which a shell ends the name, or with a '_' in its place,
/// which nobody sets.
const facts::Placed* reader_of(const facts::DeclaredContainer& container, const std::string& variable, std::string& read) {
  std::string underscored = variable;
  std::ranges::replace(underscored, '-', '_');
  for (const std::string& name : {"$" + variable, "${" + variable, "$" + underscored, "${" + underscored})
    for (const facts::Placed& word : container.command)
      if (word.text.find(name) != std::string::npos) {
        read = name + (name[1] == '{' ? "}" : "");
        return &word;
      }
  return nullptr;
}

/// What a manifest asks for will be variables of the container. Only resources of network devices become PCIDEVICE_ ones.
std::optional<Finding> declared(const Declared& one) {
  for (const facts::ResourceRequest& request : asked(one.container, ResourceClass::pool)) {
    if (request.name.find('-', request.name.find('/')) == std::string::npos) continue;
    Evidences evidence = resource_evidence({request});
    const std::string variable = variable_of(request.name);
    std::string read;
    if (const facts::Placed* reader = reader_of(one.container, variable, read)) {
      evidence.push_back({"its script reads " + read, reader->source});
      return violated(Severity::error, one.subject(),
                      base::format("reads {}, which never names the device: the variable of {} is {}, and no shell can read a "
                                   "name with a dash",
                                   read, base::one_line(request.name), variable),
                      evidence, base::format("tr '\\0' '\\n' < /proc/self/environ | sed -n 's/^{}=//p'", variable));
    }
    return violated(
        Severity::info, one.subject(),
        base::format("{} has a dash in its name: the variable PCIDEVICE_ of it has one too, and shells drop such variables",
                     base::one_line(request.name)),
        evidence);
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
