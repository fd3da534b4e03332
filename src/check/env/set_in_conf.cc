#include "finding/finding.h"
#include "finding/variables.h"
#include "nccl/installed/version.h"

namespace railhead::check {
namespace {

using Variables = std::vector<facts::Variable>;

/// A later setting of a name that the first one hides, where it says something else.
std::vector<Finding> hidden(const Variables& variables) {
  std::vector<Finding> findings;
  const facts::Variable* first = nullptr;
  for (const facts::Variable& variable : variables) {
    if (first == nullptr || first->name != variable.name) {
      first = &variable;
      continue;
    }
    if (variable.value == first->value) continue;
    findings.push_back(violated(Severity::info, variable.name,
                                base::format("'{}' of {} does not count: {} says '{}'", variable.value, variable.source,
                                             first->source == "environment" ? "the environment" : first->source, first->value),
                                {shown(*first), shown(variable)}, removal(variable) + "  # or " + removal(*first)));
  }
  return findings;
}

std::vector<std::string> set_by(const Variables& variables, const std::string& path) {
  std::vector<std::string> names;
  for (const facts::Variable& variable : variables)
    if (variable.source.starts_with(path + ':')) names.push_back(variable.name);
  return names;
}

Finding unreadable(const facts::ConfFile& file) {
  const bool absent = file.settings.missing().why == facts::Why::not_found;
  if (absent)
    return violated(Severity::warning, "NCCL_CONF_FILE",
                    base::format("{} is not there: NCCL goes on without it, and without ~/.nccl.conf", file.path),
                    {lacking(file.settings, "settings")}, "unset NCCL_CONF_FILE  # or mount the file there");
  return unknown(file.path, "what it sets is not known", {lacking(file.settings, "settings")});
}

Finding carriage_returns(const facts::ConfFile& file) {
  return violated(
      Severity::warning, file.path, "lines end in CR LF, and NCCL before 2.30 takes the carriage return into the value",
      {seen(file.settings, "lines end in CR LF")}, base::format("sed -i 's/\\r$//' {}", base::shell_word(file.path)));
}

std::vector<Finding> of_file(const Input& input, const facts::ConfFile& file) {
  if (!file.settings) return {unreadable(file)};
  std::vector<Finding> findings;
  const auto nccl = nccl::oldest_version(input.machine.software);
  if (file.carriage_returns && (!nccl || *nccl < nccl::Version{2, 30})) findings.push_back(carriage_returns(file));
  const std::vector<std::string> names = set_by(*input.machine.environment.variables, file.path);
  if (names.empty()) return findings;
  findings.push_back(violated(Severity::info, file.path,
                              base::format("sets {}, which no list of the environment shows", base::listed(names)),
                              {seen(file.settings, base::counted(*file.settings, "setting"))},
                              base::format("cat {}  # nothing is wrong with that", base::shell_word(file.path))));
  return findings;
}

std::vector<Finding> rule(const Input& input) {
  if (auto findings = nothing_set(input)) return *std::move(findings);
  const facts::Environment& environment = input.machine.environment;
  std::vector<Finding> findings = hidden(*environment.variables);
  for (const facts::ConfFile& file : environment.conf_files)
    for (Finding& finding : of_file(input, file)) findings.push_back(std::move(finding));
  if (findings.empty() && environment.variables->empty()) return {skipped("machine", kNotSet)};
  if (findings.empty())
    findings.push_back(
        ok("machine", "no nccl.conf sets anything", {seen(environment.variables, "variables are the environment's")}));
  return findings;
}

}  // namespace

Check env_set_in_conf() {
  return {.title = "An nccl.conf file sets variables",
          .severity = Severity::info,
          .cause =
              "NCCL reads NCCL_CONF_FILE or ~/.nccl.conf, and /etc/nccl.conf, and sets what is not set yet: the environment "
              "wins, then the "
              "first file. Such settings are in no manifest and in no output of env.",
          .fix = "cat /etc/nccl.conf ~/.nccl.conf  # railhead env --lint says for each variable where it was set",
          .rule = rule};
}

}  // namespace railhead::check
