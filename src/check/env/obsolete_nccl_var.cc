#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/variables.h"
#include "nccl/variables/variables.h"

namespace railhead::check {
namespace {

std::string text(nccl::Version version) { return base::format("{}.{}", version.major, version.minor); }

std::string with_replacement(const facts::Variable& variable) {
  const std::string_view instead = nccl::replacement(variable.name);
  if (instead.empty()) return removal(variable);
  return removal(variable) + base::format("  # {} takes its place", instead);
}

/// The oldest NCCL found, or where none is known the newest release, decides.
std::optional<Finding> judged(const facts::Variable& variable, std::optional<nccl::Version> nccl) {
  const nccl::Variable* known = nccl::find_variable(variable.name);
  if (known == nullptr) {
    if (!nccl::is_before_source(variable.name)) return std::nullopt;
    return violated(Severity::info, variable.name, "no NCCL since 2.3 reads it", {shown(variable)}, with_replacement(variable));
  }
  if (nccl && *nccl < known->first)
    return violated(Severity::info, variable.name,
                    base::format("NCCL reads it from {} on; here is {}", text(known->first), text(*nccl)), {shown(variable)},
                    base::format("Use NCCL {} or later, or leave {} out", text(known->first), variable.name));
  if (known->last < nccl::kNewestKnown && (!nccl || *nccl > known->last))
    return violated(Severity::info, variable.name,
                    base::format("the last NCCL to read it was {}", text(known->last)) +
                        (nccl ? base::format("; here is {}", text(*nccl)) : ""),
                    {shown(variable)}, with_replacement(variable));
  return std::nullopt;
}

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = nothing_set(input)) return *std::move(findings);
  const auto all = settings(input.machine, "NCCL_");
  if (all.empty()) return {skipped("machine", kNotSet)};
  const std::optional<nccl::Version> nccl = nccl::oldest_version(input.machine.software);
  std::vector<Finding> findings;
  for (const facts::Variable* variable : all)
    if (auto finding = judged(*variable, nccl)) findings.push_back(*std::move(finding));
  if (findings.empty())
    findings.push_back(
        ok("machine",
           base::format("none that is set is obsolete{}", nccl ? base::format(" or too new for NCCL {}", text(*nccl)) : ""),
           {shown(*all.front())}));
  return findings;
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::all, of_machine); }

}  // namespace

Check env_obsolete_nccl_var() {
  return {
      .title = "A variable that this release of NCCL does not read",
      .severity = Severity::info,
      .cause =
          "Variables come and go with the releases of NCCL, and one that is no longer read, or not yet, is passed over without "
          "a word.",
      .fix = "railhead env --lint  # says for each what took its place",
      .rule = rule};
}

}  // namespace railhead::check
