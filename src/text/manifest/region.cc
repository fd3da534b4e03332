#include "text/manifest/region.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace railhead::text::manifest {
namespace {

constexpr std::size_t kMostLines = 300'000;
constexpr std::size_t kMostBytes = std::size_t{48} << 20U;
constexpr std::size_t kMostWeak = 200;  // lines without a key that says what this is
constexpr std::size_t kLongestKey = 128;

/// Keys that manifests have; whether one is there is only known from the whole.
constexpr std::array<std::string_view, 18> kStrong = {
    "apiVersion",      "kind",         "spec",         "template",    "containers",   "initContainers",
    "securityContext", "resources",    "capabilities", "annotations", "volumes",      "services",
    "resourceName",    "resourceList", "metadata",     "limits",      "volumeMounts", "config",
};

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '/' ||
         c == '-';
}

/// The key in "key: value", "- key:", "\"key\": 1", "- {key: value}"; empty where the line has another form.
std::string_view key_of(std::string_view text) {
  while (text.starts_with("- ") || text.starts_with('{')) text = base::trimmed(text.substr(1));
  const char quote = text.starts_with('"') || text.starts_with('\'') ? text[0] : '\0';
  if (quote != '\0') text.remove_prefix(1);
  std::size_t end = 0;
  while (end < text.size() && end < kLongestKey && is_key_character(text[end])) ++end;
  if (end == 0) return {};
  std::size_t colon = end;
  if (quote != '\0' && colon < text.size() && text[colon] == quote) ++colon;
  if (colon >= text.size() || text[colon] != ':') return {};
  const bool ends = colon + 1 == text.size() || text[colon + 1] == ' ' || text[colon + 1] == '\t' || quote != '\0';
  return ends ? text.substr(0, end) : std::string_view();
}

bool opens_json(std::string_view text) {
  return text == "{" || text == "[" || text == "[{" || text.starts_with("{\"") || text.starts_with("{ \"") ||
         text.starts_with("[{\"");
}

/// "...", "[...]" and the like, a directive of a template: somebody left something out, or something else puts it in.
bool is_elision(std::string_view text) {
  if (text.starts_with("# ")) text.remove_prefix(2);
  if (text.starts_with("{{") && text.ends_with("}}")) return true;
  constexpr std::array<std::string_view, 8> kSigns = {"...",    "[...]",  "....",  "\xe2\x80\xa6",
                                                      "<snip>", "[snip]", "(...)", "- ..."};
  return std::ranges::find(kSigns, text) != kSigns.end();
}

/// "key: |", "- >-", "key: |2+".
bool begins_scalar(std::string_view text) {
  text = base::trimmed(text.substr(0, text.find(" #")));
  while (!text.empty() && (text.back() == '-' || text.back() == '+' || (text.back() >= '0' && text.back() <= '9')))
    text.remove_suffix(1);
  return text.ends_with(": |") || text.ends_with(": >") || text.ends_with("- |") || text.ends_with("- >");
}

bool looks_like_yaml(std::string_view text) {
  constexpr std::string_view kFirst = "{}[]\"'#,";
  return kFirst.find(text[0]) != std::string_view::npos || text == "-" || text.starts_with("- ") || text.starts_with("---") ||
         !key_of(text).empty();
}

}  // namespace

bool Region::is_strong(std::string_view line) {
  const std::string_view text = base::trimmed(line);
  if (std::ranges::find(kStrong, key_of(text)) != kStrong.end()) return true;
  return (opens_json(text) || text.starts_with('"')) && text.find("\"apiVersion\"") != std::string_view::npos;
}

bool Region::begins_with(std::string_view line) {
  const std::string_view text = base::trimmed(line);
  return !text.empty() && (opens_json(text) || text == "---" || !key_of(text).empty());
}

bool Region::goes_on_with(std::string_view line) const {
  if (json_) return true;
  const std::size_t indent = indent_of(line);
  if (scalar_ > 0 && indent >= scalar_) return true;
  if (indent > indent_) return true;
  const std::string_view text = base::trimmed(line);
  if (is_elision(text)) return true;
  // A list may stand at the indent of its key; what stands further left belongs to something whose beginning is not here.
  const bool bracket = text[0] == '}' || text[0] == ']' || text[0] == '"';
  return looks_like_yaml(text) && (indent == indent_ || bracket || text.starts_with("---") || text[0] == '#');
}

void Region::follow_scalar(std::string_view line) {
  const std::size_t indent = indent_of(line);
  if (scalar_ > 0 && indent >= scalar_) return;
  scalar_ = begins_scalar(base::trimmed(line)) ? indent + 1 : 0;
}

void Region::weigh(std::string_view line) {
  for (const char c : line) {
    if (c == '"') in_string_ = !in_string_;
    if (in_string_) continue;
    if (c == '{' || c == '[') ++depth_;
    if (c == '}' || c == ']') --depth_;
  }
}

void Region::add(std::uint64_t number, std::string_view line) {
  const std::string_view text = base::trimmed(line);
  const bool first = lines_.empty();
  if (first) {
    indent_ = indent_of(line);
    json_ = opens_json(text);
  }
  if (!text.empty()) {
    if (is_elision(text) && scalar_ == 0 && !json_) {
      cut_ = true;
      return;
    }
    if (json_) weigh(text);
    if (text.starts_with("---") && !json_) indent_ = 0;
    follow_scalar(line);
    strong_ = strong_ || is_strong(line);
  }
  lines_.emplace_back(line);
  numbers_.push_back(number);
  bytes_ += line.size();
}

bool Region::full() const {
  return lines_.size() >= kMostLines || bytes_ >= kMostBytes || (!strong_ && lines_.size() >= kMostWeak);
}

void Region::clear() { *this = Region(); }

}  // namespace railhead::text::manifest
