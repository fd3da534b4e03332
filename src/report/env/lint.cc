#include "report/env/lint.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "facts/nccl_conf.h"
#include "report/doctor/doctor.h"
#include "report/doctor/summary.h"
#include "report/findings_json.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

/// A setting that was judged; one that does not count is hidden by an earlier one of its name.
struct Judged {
  const facts::Variable* variable = nullptr;
  bool counts = true;
};

bool is_judged(const std::string& name) {
  return facts::meant_name(name).starts_with("NCCL_") || name == "UCX_TLS" || name == "UCX_NET_DEVICES";
}

std::vector<Judged> judged(const facts::Machine& machine) {
  std::vector<Judged> all;
  if (!machine.environment.variables) return all;
  for (const facts::Variable& variable : *machine.environment.variables)
    if (is_judged(variable.name)) all.push_back({&variable, all.empty() || all.back().variable->name != variable.name});
  return all;
}

/// Cut where a line would be too long to read; not inside a UTF-8 character.
std::string shortened(const std::string& text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

std::string variables_text(const std::vector<Judged>& all, const Style& style) {
  if (all.empty()) return "";
  std::vector<std::string> pairs;
  pairs.reserve(all.size());
  for (const Judged& each : all) pairs.push_back(shortened(base::one_line(each.variable->name + "=" + each.variable->value)));
  const std::size_t width = std::ranges::max_element(pairs, {}, &std::string::size)->size();
  std::string text = toned(style, Tone::strong, "what is set") + "\n";
  for (std::size_t i = 0; i < all.size(); ++i)
    text +=
        base::format("  {:<{}}  {}{}\n", pairs[i], width, toned(style, Tone::faint, base::one_line(all[i].variable->source)),
                     all[i].counts ? "" : " (does not count)");
  return text + "\n";
}

std::string verdict(const EnvLint& lint, std::size_t count) {
  const Summary summary = summary_of(lint.results);
  const std::string judged = base::counted(count, "variable");
  if (summary.errors + summary.warnings > 0) return base::format("{} judged; see above for what to mend.", judged);
  if (summary.unknown > 0) return base::format("{} judged; not everything could be determined.", judged);
  if (count == 0) return "All is well: no variable of NCCL or UCX is set that could be wrong.";
  return base::format("All is well: {} judged, nothing to mend.", judged);
}

}  // namespace

std::string env_lint_text(const EnvLint& lint, const Style& style) {
  const std::vector<Judged> all = judged(lint.machine);
  const Summary summary = summary_of(lint.results);
  const Tone tone = summary.errors > 0 ? Tone::bad : summary.warnings + summary.unknown > 0 ? Tone::attention : Tone::good;
  return variables_text(all, style) + findings_text(lint.results, style) + toned(style, tone, verdict(lint, all.size())) + "\n";
}

std::string env_lint_json(const EnvLint& lint) {
  Json variables = Json::array();
  for (const Judged& each : judged(lint.machine))
    variables.push_back({{"name", base::printable(each.variable->name)},
                         {"value", base::printable(each.variable->value)},
                         {"source", base::printable(each.variable->source)},
                         {"counts", each.counts}});
  const Json document = {{"schema", 1},
                         {"command", "env --lint"},
                         {"version", lint.version},
                         {"time", lint.time},
                         {"variables", std::move(variables)},
                         {"findings", findings_json(lint.results)},
                         {"summary", summary_json(lint.results)}};
  return document.dump(2) + "\n";
}

}  // namespace railhead::report
