#include <algorithm>
#include <array>
#include <set>

#include "finding/across.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

/// What is a pod's own, and what only says where to write.
constexpr std::array<std::string_view, 12> kOwn = {"NCCL_IB_HCA",         "NCCL_IB_GID_INDEX", "NCCL_SOCKET_IFNAME",
                                                   "NCCL_OOB_NET_IFNAME", "NCCL_HOSTID",       "NCCL_COMM_ID",
                                                   "NCCL_CONF_FILE",      "NCCL_DEBUG",        "NCCL_DEBUG_FILE",
                                                   "NCCL_DEBUG_SUBSYS",   "NCCL_TOPO_FILE",    "NCCL_TOPO_DUMP_FILE"};

bool is_common(std::string_view name) { return name.starts_with("NCCL_") && std::ranges::find(kOwn, name) == kOwn.end(); }

std::set<std::string> names_in(const Input& input) {
  std::set<std::string> names;
  for (const facts::Machine& machine : input.machines)
    if (machine.environment.variables)
      for (const facts::Variable& variable : *machine.environment.variables)
        if (is_common(variable.name)) names.insert(variable.name);
  return names;
}

std::vector<Finding> rule(const Input& input) {
  if (!compares(input)) return {};
  std::vector<Finding> findings;
  Evidences same;
  for (const std::string& name : names_in(input)) {
    const auto trait = [&name](const facts::Machine& machine) -> std::optional<Trait> {
      if (!machine.environment.variables) return std::nullopt;
      const facts::Variable* variable = setting(machine, name);
      if (variable == nullptr) return Trait{"not set", {name + " is not set", machine.environment.variables.source()}};
      return Trait{variable->value.empty() ? "empty" : variable->value, shown(*variable)};
    };
    for (Finding& finding : compared(input, {.severity = Severity::warning, .what = name, .trait = trait}))
      if (finding.verdict == Verdict::violated)
        findings.push_back(std::move(finding));
      else if (same.size() < 4)
        same.push_back(finding.evidence.front());
  }
  if (findings.empty() && !same.empty())
    findings.push_back(ok("machines", "the NCCL_ variables that all must share are the same", std::move(same)));
  return findings;
}

}  // namespace

Check env_differs_across_pods() {
  return {
      .title = "A variable of NCCL differs between pods",
      .severity = Severity::warning,
      .cause =
          "The variable is set in some pods alone, or to another value: by an image, an nccl.conf or a launcher that does not "
          "reach all ranks. Ranks that disagree about protocols, algorithms or channels hang, or abort.",
      .fix = "env | grep ^NCCL_  # in a pod of each group; then set it in the job's manifest, for all",
      .rule = rule};
}

}  // namespace railhead::check
