#include <algorithm>
#include <cctype>

#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/variables.h"
#include "nccl/number.h"
#include "nccl/variables/variables.h"

namespace railhead::check {
namespace {

/// What a person may have meant by a word: "true" is 1.
std::string meant_flag(const std::string& value) {
  const std::string word = base::lowered(value);
  for (const char* yes : {"true", "yes", "on", "enable", "enabled"})
    if (word == yes) return "1";
  for (const char* no : {"false", "no", "off", "disable", "disabled"})
    if (word == no) return "0";
  return "";
}

std::string fix_of(const facts::Variable& variable) {
  const std::string meant = meant_flag(variable.value);
  if (meant.empty()) return removal(variable);
  return correction(variable, meant) + base::format("  # if that was meant, else unset {}", variable.name);
}

/// A GID index that is a word is 0, and turns NCCL's own choice off.
Severity weight(const facts::Variable& variable) {
  return variable.name == "NCCL_IB_GID_INDEX" ? Severity::error : Severity::warning;
}

bool looks_octal(std::string_view value) {
  return value.size() > 1 && value[0] == '0' &&
         std::ranges::all_of(value, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::optional<Finding> judged_number(const facts::Variable& variable, const nccl::Variable& known) {
  const nccl::Number number = nccl::parse_number(variable.value);
  if (!number.value)
    return violated(Severity::warning, variable.name,
                    base::format("'{}' does not fit a number: NCCL takes its default", variable.value), {shown(variable)},
                    removal(variable));
  if (!number.whole)
    return violated(weight(variable), variable.name, base::format("NCCL reads '{}' as {}", variable.value, *number.value),
                    {shown(variable)}, fix_of(variable));
  if (looks_octal(variable.value) && *number.value > 7)
    return violated(Severity::warning, variable.name,
                    base::format("NCCL reads '{}' as {}: a leading 0 makes it octal", variable.value, *number.value),
                    {shown(variable)}, correction(variable, variable.value.substr(variable.value.find_first_not_of('0'))));
  if ((known.lowest && *number.value < *known.lowest) || (known.highest && *number.value > *known.highest))
    return violated(Severity::warning, variable.name,
                    known.highest ? base::format("{} is outside of {} to {}", *number.value, *known.lowest, *known.highest)
                                  : base::format("{} is less than {}", *number.value, *known.lowest),
                    {shown(variable)}, removal(variable) + base::format("  # {}", known.meaning));
  return std::nullopt;
}

/// Levels may be old-style numbers too.
std::optional<Finding> judged_word(const facts::Variable& variable, const nccl::Variable& known) {
  std::string value = variable.value;
  std::ranges::transform(value, value.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const bool is_word = std::ranges::find(known.words, std::string_view(value)) != known.words.end();
  const bool is_level = known.words.front() == "LOC" && std::isdigit(static_cast<unsigned char>(value[0])) != 0;
  if (is_level || (is_word && (!known.case_matters || value == variable.value))) return std::nullopt;
  std::vector<std::string> words(known.words.begin(), known.words.end());
  const std::string message =
      is_word ? base::format("NCCL passes over '{}': it knows {} in capitals only", variable.value, value)
              : base::format("NCCL passes over '{}': it knows {}", variable.value, base::joined(words, ", "));
  // What NCCL says of itself changes no job.
  const Severity severity = variable.name == "NCCL_DEBUG" ? Severity::info : Severity::warning;
  return violated(severity, variable.name, message, {shown(variable)},
                  is_word ? correction(variable, value) : removal(variable));
}

std::optional<Finding> judged_interfaces(const facts::Variable& variable) {
  const char first = variable.value.front();
  if (first == '"' || first == '\'')
    return violated(Severity::error, variable.name,
                    base::format("the quotes of {} are part of the value: no name begins with one", variable.value),
                    {shown(variable)},
                    correction(variable, variable.value.substr(1, std::max<std::size_t>(variable.value.size(), 2) - 2)));
  if (variable.value.size() == 1)
    return violated(Severity::warning, variable.name,
                    base::format("NCCL passes over '{}': a value of one character counts as none", variable.value),
                    {shown(variable)}, removal(variable));
  return std::nullopt;
}

std::optional<Finding> judged(const facts::Variable& variable) {
  const nccl::Variable* known = nccl::find_variable(variable.name);
  if (known == nullptr || variable.value.empty()) return std::nullopt;
  switch (known->kind) {
    case nccl::Kind::number: return judged_number(variable, *known);
    case nccl::Kind::words: return judged_word(variable, *known);
    case nccl::Kind::devices:
    case nccl::Kind::interfaces: return judged_interfaces(variable);
    case nccl::Kind::text: return std::nullopt;
  }
  return std::nullopt;
}

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = nothing_set(input)) return *std::move(findings);
  const auto all = settings(input.machine, "NCCL_");
  if (all.empty()) return {skipped("machine", kNotSet)};
  std::vector<Finding> findings;
  for (const facts::Variable* variable : all)
    if (auto finding = judged(*variable)) findings.push_back(*std::move(finding));
  if (findings.empty()) findings.push_back(ok("machine", "NCCL reads every value as it looks", {shown(*all.front())}));
  return findings;
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::all, of_machine); }

}  // namespace

Check env_not_a_number() {
  return {.title = "NCCL reads a value as something else than it looks",
          .severity = Severity::warning,
          .cause =
              "NCCL reads numbers with strtoll(3) and takes what it can: true is 0, 010 is 8, 3us is 3. Words that it does not "
              "know it "
              "passes over. It complains of neither.",
          .fix = "export NCCL_IB_DISABLE=1  # a number, 0 or 1",
          .rule = rule};
}

}  // namespace railhead::check
