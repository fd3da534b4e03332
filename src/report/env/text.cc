#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "report/env/env.h"

namespace railhead::report {
namespace {

/// "  NAME   VALUE   origin" in columns, each row followed by its reason and what was read.
class Table {
 public:
  Table(const nccl::Plan& plan, const Style& style) : plan_(plan), style_(style) {
    for (const nccl::Setting& setting : plan.settings) {
      name_width_ = std::max(name_width_, setting.name.size());
      value_width_ = std::max(value_width_, std::min(setting.value.size(), kWidest));
    }
  }

  std::string settings() const {
    std::string text = plan_.settings.empty() ? "" : "\n" + heading("set");
    for (const nccl::Setting& setting : plan_.settings) {
      const std::string row = base::format("  {:<{}}  {:<{}}  {}", setting.name, name_width_, base::one_line(setting.value),
                                           value_width_, name(setting.origin));
      text += toned(style_, tone_of(setting.origin), row) + "\n" + reason(setting.reason) + evidence(setting.evidence);
    }
    return text;
  }

  std::string items(const std::string& title, const std::vector<nccl::LeftOut>& items) const {
    std::string text = items.empty() ? "" : "\n" + heading(title);
    for (const nccl::LeftOut& item : items)
      text += "  " + base::one_line(item.name) + "\n" + reason(item.reason) + evidence(item.evidence);
    return text;
  }

 private:
  static constexpr std::size_t kWidest = 40;  // a longer value pushes its row out and not those of all

  std::string heading(const std::string& title) const { return toned(style_, Tone::strong, title) + "\n"; }

  static Tone tone_of(nccl::Origin origin) { return origin == nccl::Origin::user ? Tone::attention : Tone::plain; }

  static std::string reason(const std::string& text) { return "      " + base::one_line(text) + "\n"; }

  std::string evidence(const std::vector<facts::Evidence>& items) const {
    std::string text;
    for (const facts::Evidence& item : items) {
      if (item.what.empty() && item.where.empty()) continue;
      const std::string line = base::format("{} [{}]", base::one_line(item.what), base::one_line(item.where));
      text += "      " + toned(style_, Tone::faint, line) + "\n";
    }
    return text;
  }

  const nccl::Plan& plan_;
  const Style& style_;
  std::size_t name_width_ = 0;
  std::size_t value_width_ = 0;
};

}  // namespace

std::string env_text(const nccl::Plan& plan, const Style& style) {
  const Table table(plan, style);
  std::string text = base::format("transport {}: {}\n", name(plan.transport), base::one_line(plan.why));
  text += plan.nccl ? base::format("for NCCL {}\n", nccl::text(*plan.nccl)) : "the version of NCCL is not known\n";
  return text + table.settings() + table.items("devices left out", plan.left_out) + table.items("not set", plan.withheld);
}

}  // namespace railhead::report
