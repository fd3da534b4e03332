#include "nri/plugin/log/line.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "nri/plugin/instant.h"
#include "nri/policy/words.h"

namespace railhead::nri {
namespace {

constexpr std::size_t kMostEntries = 16;

std::string value_text(std::uint64_t value) { return value == kUnlimited ? R"("unlimited")" : std::to_string(value); }

}  // namespace

std::string quoted(std::string_view text, std::size_t most) {
  const std::string_view shown = cut_at_character(text, most);
  std::string result = "\"";
  for (const char c : base::one_line(shown)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  if (shown.size() < text.size()) result += "...";
  return result + '"';
}

Line::Line(std::string_view level, std::string_view event, std::chrono::system_clock::time_point when)
    : text_(base::format(R"({{"time":"{}","level":"{}","event":"{}")", utc_text(when), level, event)) {}

void Line::key(std::string_view key) { text_ += base::format(R"(,"{}":)", key); }

Line& Line::text(std::string_view name, std::string_view value, std::size_t most) {
  key(name);
  text_ += quoted(value, most);
  return *this;
}

Line& Line::texts(std::string_view name, const std::vector<std::string>& values) {
  key(name);
  text_ += '[';
  for (std::size_t i = 0; i < std::min(values.size(), kMostEntries); ++i)
    text_ += (i > 0 ? "," : "") + quoted(values[i], kMostText);
  text_ += ']';
  return *this;
}

Line& Line::number(std::string_view name, std::uint64_t value) {
  key(name);
  text_ += std::to_string(value);
  return *this;
}

Line& Line::flag(std::string_view name, bool value) {
  key(name);
  text_ += value ? "true" : "false";
  return *this;
}

Line& Line::limits(std::string_view name, const std::vector<Rlimit>& limits) {
  key(name);
  text_ += '[';
  for (std::size_t i = 0; i < std::min(limits.size(), kMostEntries); ++i)
    text_ += base::format(R"({}{{"type":{},"soft":{},"hard":{}}})", i > 0 ? "," : "", quoted(limits[i].type, 32),
                          value_text(limits[i].soft), value_text(limits[i].hard));
  text_ += ']';
  return *this;
}

Line& Line::micros(std::string_view name, std::chrono::nanoseconds value) {
  key(name);
  const auto tenths = std::max<std::int64_t>(value.count(), 0) / 100;
  text_ += base::format("{}.{}", tenths / 10, tenths % 10);
  return *this;
}

std::string Line::whole() const { return text_ + "}\n"; }

}  // namespace railhead::nri
