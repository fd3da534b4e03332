#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = nothing_set(input)) return *std::move(findings);
  const auto all = settings(input.machine, "NCCL_");
  if (all.empty()) return {skipped("machine", kNotSet)};
  std::vector<std::string> empty;
  Evidences evidence;
  for (const facts::Variable* variable : all) {
    if (!variable->value.empty()) continue;
    empty.push_back(variable->name);
    if (evidence.size() < 4) evidence.push_back(shown(*variable));
  }
  if (empty.empty()) return {ok("machine", "no variable of NCCL is set to nothing", {shown(*all.front())})};
  return {violated(Severity::info, "machine",
                   base::format("{} set to nothing, which is not 'off': NCCL takes its default", base::listed(empty)),
                   std::move(evidence), "unset " + base::joined(empty, " "))};
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::all, of_machine); }

}  // namespace

Check env_empty_value() {
  return {.title = "A variable of NCCL is set to nothing",
          .severity = Severity::info,
          .cause =
              "A template left the value out. NCCL reads an empty number as its default, and an empty list as all devices or "
              "interfaces; an empty NCCL_NET names no network there is.",
          .fix = "unset NCCL_IB_GID_INDEX  # what is not set cannot be misread",
          .rule = rule};
}

}  // namespace railhead::check
