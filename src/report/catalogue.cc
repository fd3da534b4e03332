#include "report/catalogue.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "report/doctor/doctor.h"

namespace railhead::report {
namespace {

/// What a check of a good state says instead of a severity.
const char* weight(const check::Check& check) { return check.good_state ? "good" : name(check.severity); }

}  // namespace

std::string catalogue_text(const std::vector<check::Check>& checks) {
  std::size_t widest = 0;
  for (const check::Check& check : checks) widest = std::max(widest, check.id.size());
  std::string text;
  for (const check::Check& check : checks)
    text += base::format("{:<{}}  {:<7}  {}\n", check.id, widest, weight(check), check.title);
  return text;
}

std::string check_text(const check::Check& check) {
  std::string text = base::format("{} ({})\n{}\n\ncause\n  {}\n\nfix\n", check.id, weight(check), check.title, check.cause);
  for (std::string_view line : base::lines(check.fix)) text += base::format("  {}\n", line);
  return text;
}

std::string catalogue_json(const std::vector<check::Check>& checks) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const check::Check& check : checks)
    list.push_back({{"id", check.id},
                    {"title", check.title},
                    {"severity", weight(check)},
                    {"cause", check.cause},
                    {"fix", check.fix},
                    {"docs", docs_page(check.id)}});
  return Json{{"schema", 1}, {"checks", list}}.dump(2) + "\n";
}

std::string page(const check::Check& check) {
  return base::format("# {}\n\n{}\n\n- usual severity: {}\n\n## Cause\n\n{}\n\n## Fix\n\n```\n{}\n```\n", check.id, check.title,
                      weight(check), check.cause, check.fix);
}

std::string index_page(const std::vector<check::Check>& checks) {
  std::string text =
      "# Checks\n\nMade from the program by `railhead checks --pages docs/checks`.\n\n| check | severity | what it says "
      "|\n|---|---|---|\n";
  for (const check::Check& check : checks)
    text += base::format("| [{0}]({0}.md) | {1} | {2} |\n", check.id, weight(check), check.title);
  return text;
}

}  // namespace railhead::report
