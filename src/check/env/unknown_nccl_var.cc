#include "facts/nccl_conf.h"
#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/variables.h"
#include "nccl/variables/variables.h"

namespace railhead::check {
namespace {

/// NCCL of a release that is not known yet may read names that are not known here.
bool is_newer(const facts::Machine& machine) {
  const auto version = nccl::oldest_version(machine.software);
  return version && *version > nccl::kNewestKnown;
}

bool is_known(std::string_view name) {
  return nccl::find_variable(name) != nullptr || nccl::is_before_source(name) || !nccl::other_reader(name).empty();
}

Finding as_written(const facts::Variable& variable, const std::string& meant) {
  return violated(
      Severity::error, variable.name,
      base::format("this is the whole name to NCCL, which does not read it; {} was meant: in nccl.conf all before the "
                   "first '=' is the name",
                   meant),
      {shown(variable)}, base::format("# {}\n{}={}", variable.source, meant, std::string(base::trimmed(variable.value))));
}

Finding judged(const Input& input, const facts::Variable& variable) {
  const std::string meant = facts::meant_name(variable.name);
  if (meant != variable.name && is_known(meant)) return as_written(variable, meant);
  if (const auto near = nccl::meant_variable(meant))
    return violated(Severity::error, variable.name, base::format("no release of NCCL reads it; did you mean {}?", *near),
                    {shown(variable)},
                    variable.source == "environment" && base::shell_word(variable.name) == variable.name
                        ? base::format("unset {0}; export {1}={2}", variable.name, *near, base::shell_word(variable.value))
                        : base::format("# {}\n{}={}", variable.source, *near, variable.value));
  return violated(is_newer(input.machine) ? Severity::info : Severity::warning, variable.name,
                  base::format("no release of NCCL up to {}.{} reads it, nor a plugin that is known here",
                               nccl::kNewestKnown.major, nccl::kNewestKnown.minor),
                  {shown(variable)}, removal(variable) + "  # unless a program of yours reads it");
}

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = nothing_set(input)) return *std::move(findings);
  std::vector<Finding> findings;
  Evidences known;
  std::size_t count = 0;
  for (const facts::Variable* variable : settings(input.machine, "")) {
    if (!facts::meant_name(variable->name).starts_with("NCCL_")) continue;
    ++count;
    if (!is_known(variable->name))
      findings.push_back(judged(input, *variable));
    else if (known.size() < 4)
      known.push_back(shown(*variable));
  }
  if (count == 0) return {skipped("machine", kNotSet)};
  if (findings.empty())
    findings.push_back(ok("machine", base::format("{} of NCCL, each a known name", base::counted(count, "variable")), known));
  return findings;
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::all, of_machine); }

}  // namespace

Check env_unknown_nccl_var() {
  return {
      .title = "A variable that looks like NCCL's, and that NCCL does not read",
      .severity = Severity::error,
      .cause = "NCCL looks up the names it knows and never sees others, so that a misspelt one is passed over without a word.",
      .fix = "railhead env --lint  # names each one, with what was probably meant",
      .rule = rule};
}

}  // namespace railhead::check
