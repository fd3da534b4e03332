#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "report/env.h"

namespace railhead::report {
namespace {

constexpr std::size_t kLine = 110;

/// `text` in lines of `width`, those after the first indented.
std::string wrapped(const std::string& text, std::size_t indent) {
  const std::size_t width = kLine > indent + 30 ? kLine - indent : 30;
  std::string result;
  std::size_t used = 0;
  for (const std::string_view word : base::words(text)) {
    if (used > 0 && used + 1 + word.size() > width) {
      result += "\n" + std::string(indent, ' ');
      used = 0;
    }
    if (used > 0) {
      result += ' ';
      ++used;
    }
    result += word;
    used += word.size();
  }
  return result;
}

struct Columns {
  std::size_t assignment = 0;
  std::size_t name = 0;
};

Columns columns_of(const nccl::Plan& plan) {
  constexpr std::size_t kMost = 48;
  Columns columns;
  for (const nccl::Setting& setting : plan.settings)
    columns.assignment = std::max(columns.assignment, setting.name.size() + 1 + setting.value.size());
  for (const auto* list : {&plan.withheld, &plan.left_out})
    for (const nccl::LeftOut& each : *list) columns.name = std::max(columns.name, each.name.size());
  return {std::min(columns.assignment, kMost), std::min(columns.name, kMost)};
}

std::string settings_text(const nccl::Plan& plan, std::size_t width) {
  std::string text;
  constexpr std::size_t kOrigin = 8;  // "detected"
  for (const nccl::Setting& setting : plan.settings) {
    const std::string assignment = base::one_line(setting.name + "=" + setting.value);
    text += base::format("  {:<{}}  {:<{}}  {}\n", assignment, width, origin_name(setting.origin), kOrigin,
                         wrapped(base::one_line(setting.reason), width + kOrigin + 6));
  }
  return text;
}

std::string reasons_text(const std::vector<nccl::LeftOut>& list, std::size_t width) {
  std::string text;
  for (const nccl::LeftOut& each : list)
    text += base::format("  {:<{}}  {}\n", base::one_line(each.name), width, wrapped(base::one_line(each.reason), width + 4));
  return text;
}

std::string section(const Style& style, const char* title, const std::string& body) {
  return body.empty() ? "" : toned(style, Tone::strong, title) + "\n" + body + "\n";
}

}  // namespace

std::string env_explained(const nccl::Plan& plan, const Style& style) {
  const Columns columns = columns_of(plan);
  std::string text = toned(style, Tone::strong, base::format("transport: {}", transport_name(plan.transport))) + "\n  " +
                     wrapped(base::one_line(plan.why), 2) + "\n\n";
  text += section(style, "set", settings_text(plan, columns.assignment));
  text += section(style, "not set, on purpose", reasons_text(plan.withheld, columns.name));
  text += section(style, "ports left out", reasons_text(plan.left_out, columns.name));
  text.pop_back();
  return text;
}

}  // namespace railhead::report
