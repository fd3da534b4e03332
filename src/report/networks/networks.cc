#include "report/networks/networks.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> kStates = {"created", "equal", "conflict", "replaced", "failed"};

std::string state_text(const NetworksCopy& copy, const NetworkCopy& one) {
  switch (one.state) {
    case CopyState::equal: return "is there already";
    case CopyState::conflict: return "is there, and differs";
    case CopyState::failed: return "was not taken: " + base::one_line(one.why);
    case CopyState::created:
    case CopyState::replaced: break;
  }
  const std::string_view word = kStates[static_cast<std::size_t>(one.state)];
  if (is_refused(copy)) return base::format("would be {}, but nothing was written", word);
  return base::format("{}{}", copy.dry_run ? "would be " : "", word);
}

Tone tone_of(CopyState state) {
  if (state == CopyState::equal) return Tone::faint;
  return state == CopyState::conflict || state == CopyState::failed ? Tone::bad : Tone::good;
}

std::string diff_text(const std::string& diff, const Style& style) {
  std::string text;
  for (const std::string_view line : base::lines(diff)) {
    const Tone tone = line.starts_with('+') ? Tone::good : line.starts_with('-') ? Tone::bad : Tone::plain;
    text += "    " + toned(style, tone, base::one_line(line)) + "\n";
  }
  return text;
}

}  // namespace

bool is_refused(const NetworksCopy& copy) {
  return std::ranges::any_of(copy.networks, [](const NetworkCopy& one) { return one.state == CopyState::conflict; });
}

std::string networks_copy_text(const NetworksCopy& copy, const Style& style) {
  std::string text;
  for (const NetworkCopy& one : copy.networks) {
    const std::string line =
        base::format("{}/{}: {}", base::one_line(copy.to), base::one_line(one.name), state_text(copy, one));
    text += toned(style, tone_of(one.state), line) + "\n" + diff_text(one.diff, style);
    if (!one.maker.empty() && one.state != CopyState::equal)
      text += base::format("    {} makes the one that is there, and writes it again.\n", base::one_line(one.maker));
  }
  if (copy.networks.empty()) text += base::format("{} has no networks\n", base::one_line(copy.from));
  return text;
}

std::string networks_copy_json(const NetworksCopy& copy, const std::string& version) {
  Json networks = Json::array();
  for (const NetworkCopy& one : copy.networks)
    networks.push_back({{"name", base::printable(one.name)},
                        {"state", kStates[static_cast<std::size_t>(one.state)]},
                        {"diff", base::printable(one.diff)},
                        {"maker", one.maker.empty() ? Json(nullptr) : Json(base::printable(one.maker))},
                        {"why", one.why.empty() ? Json(nullptr) : Json(base::printable(one.why))}});
  const Json document = {{"schema", 1},
                         {"command", "networks copy"},
                         {"version", version},
                         {"from", base::printable(copy.from)},
                         {"to", base::printable(copy.to)},
                         {"dry_run", copy.dry_run},
                         {"refused", is_refused(copy)},
                         {"networks", networks}};
  return document.dump(2) + "\n";
}

}  // namespace railhead::report
