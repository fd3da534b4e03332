#include "manifest/pod/typed.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kMostUnknown = 64;

bool among(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Words that are booleans in YAML 1.1: in small letters, in capitals, with a first capital.
bool is_boolean_word(std::string_view text) {
  if (text.empty() || text.size() > 5) return false;
  const std::string low = base::lowered(text);
  if (!among({"y", "n", "yes", "no", "on", "off", "true", "false"}, low)) return false;
  const bool rest_is_low = std::string_view(low).substr(1) == text.substr(1);
  return rest_is_low || std::ranges::none_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Whole numbers of YAML 1.1: with a sign, underscores, and the prefixes 0x, 0b, 0o and 0.
std::optional<std::int64_t> whole(std::string_view text) {
  if (text.empty() || text.size() > 80) return std::nullopt;
  std::string digits;
  digits.reserve(text.size());
  std::ranges::copy_if(text, std::back_inserter(digits), [](char c) { return c != '_'; });
  std::string_view rest = digits;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  int base = 10;
  if (rest.size() > 1 && rest[0] == '0') {
    const char mark = static_cast<char>(rest[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    rest.remove_prefix(mark == 'x' || mark == 'b' || mark == 'o' ? 2 : 1);
  }
  if (rest.empty() || rest.front() == '-' || rest.front() == '+') return std::nullopt;
  const std::string signed_digits = negative ? base::format("-{}", rest) : std::string(rest);
  std::int64_t value = 0;
  const char* end = signed_digits.data() + signed_digits.size();
  const auto [stop, problem] = std::from_chars(signed_digits.data(), end, value, base);
  if (problem != std::errc{} || stop != end) return std::nullopt;
  return value;
}

bool is_fraction(std::string_view text) {
  const std::string low = base::lowered(text.substr(0, 8));
  if (among({".nan", ".inf", "+.inf", "-.inf"}, low) && text.size() <= 5) return true;
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (text.empty() || !((text[0] >= '0' && text[0] <= '9') || text[0] == '.')) return false;
  double value = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return stop == text.data() + text.size() && problem != std::errc::invalid_argument;
}

std::string shown(const Value& value) {
  if (value.is(NodeKind::mapping)) return "a mapping";
  if (value.is(NodeKind::sequence)) return "a list";
  std::string text = base::one_line(value.text().value_or("").substr(0, 60));
  switch (scalar_type(value)) {
    case ScalarType::null: return "nothing";
    case ScalarType::boolean: return base::format("the boolean {}", text);
    case ScalarType::whole_number:
    case ScalarType::number: return base::format("the number {}", text);
    case ScalarType::text: return base::format("the text \"{}\"", text);
  }
  return text;
}

}  // namespace

ScalarType scalar_type(const Value& value) {
  const auto text = value.view();
  if (!text) return ScalarType::null;
  if (!value.plain()) return ScalarType::text;
  if (is_boolean_word(*text)) return ScalarType::boolean;
  if (whole(*text)) return ScalarType::whole_number;
  return is_fraction(*text) ? ScalarType::number : ScalarType::text;
}

Section::Section(Value value, std::string path, const Origin& origin, Findings& findings)
    : value_(value), path_(std::move(path)), origin_(origin), findings_(findings) {
  if (!value_ || value_.is(NodeKind::mapping) || (value_.is(NodeKind::scalar) && !value_.view())) return;
  refuse(value_, "", "a mapping");
}

std::string Section::path_of(std::string_view key) const {
  if (path_.empty() || key.empty()) return base::format("{}{}", path_, key);
  return base::format("{}{}{}", path_, key.starts_with('[') ? "" : ".", key);
}

void Section::refuse(const Value& value, std::string_view key, std::string_view expected) {
  refuse_because(value, key, base::format("expected {}, found {}", expected, shown(value)));
}

void Section::refuse_because(const Value& value, std::string_view key, std::string_view why) {
  if (findings_.error) return;
  findings_.error = base::Error{.code = base::Code::malformed,
                                .message = base::format("{}: {}: {}", origin_.place(value ? value : value_), path_of(key),
                                                        base::one_line(std::string(why)))};
}

Value Section::field(std::string_view key) {
  known_.push_back(key);
  if (!there()) return {};
  const Value found = value_[key];
  return found.is(NodeKind::scalar) && !found.view() ? Value() : found;
}

std::optional<std::string> Section::text(std::string_view key) {
  const Value found = field(key);
  if (!found) return std::nullopt;
  if (found.is(NodeKind::scalar) && scalar_type(found) == ScalarType::text) return found.text();
  refuse(found, key, "text");
  return std::nullopt;
}

std::optional<bool> Section::boolean(std::string_view key) {
  const Value found = field(key);
  if (!found) return std::nullopt;
  if (found.is(NodeKind::scalar) && scalar_type(found) == ScalarType::boolean) {
    const char first = static_cast<char>((*found.view())[0] | 0x20);
    return first == 'y' || first == 't' || base::lowered(*found.view()) == "on";
  }
  refuse(found, key, "true or false");
  return std::nullopt;
}

std::optional<std::int64_t> Section::whole_number(std::string_view key) {
  const Value found = field(key);
  if (!found) return std::nullopt;
  if (found.is(NodeKind::scalar) && scalar_type(found) == ScalarType::whole_number) return whole(*found.view());
  refuse(found, key, "a whole number");
  return std::nullopt;
}

std::vector<Value> Section::list(std::string_view key) {
  const Value found = field(key);
  if (!found) return {};
  if (!found.is(NodeKind::sequence)) {
    refuse(found, key, "a list");
    return {};
  }
  std::vector<Value> items = found.items();
  if (!counts(items.size(), found, key)) items.clear();
  return items;
}

/// False where there are too many.
bool Section::counts(std::size_t entries, const Value& value, std::string_view key) {
  findings_.entries += entries;
  if (entries > kMostEntries) {
    refuse_because(value, key, base::format("{} entries, more than the {} that are read", entries, kMostEntries));
  } else if (findings_.entries > kMostEntriesInAll) {
    refuse_because(value, key, base::format("the lists of this object have more than {} entries in all", kMostEntriesInAll));
  } else {
    return true;
  }
  return false;
}

/// False where the texts are too long, in all.
bool Section::fits(const Value& text, std::string_view key) {
  findings_.bytes += text.view().value_or("").size();
  if (findings_.bytes <= kMostTextInAll) return true;
  refuse_because(text, key,
                 base::format("the texts in the lists of this object have more than {} bytes in all", kMostTextInAll));
  return false;
}

std::optional<std::vector<std::string>> Section::texts(std::string_view key) {
  const std::vector<Value> items = list(key);
  if (items.empty()) return value_[key].is(NodeKind::sequence) ? std::optional(std::vector<std::string>()) : std::nullopt;
  std::vector<std::string> found;
  found.reserve(items.size());
  for (const Value& item : items) {
    if (!item.is(NodeKind::scalar) || scalar_type(item) != ScalarType::text) {
      refuse(item, key, "text in each entry");
      return std::nullopt;
    }
    if (!fits(item, key)) return std::nullopt;
    found.push_back(*item.text());
  }
  return found;
}

std::optional<std::vector<std::int64_t>> Section::whole_numbers(std::string_view key) {
  const std::vector<Value> items = list(key);
  if (items.empty()) return value_[key].is(NodeKind::sequence) ? std::optional(std::vector<std::int64_t>()) : std::nullopt;
  std::vector<std::int64_t> found;
  found.reserve(items.size());
  for (const Value& item : items) {
    if (!item.is(NodeKind::scalar) || scalar_type(item) != ScalarType::whole_number) {
      refuse(item, key, "a whole number in each entry");
      return std::nullopt;
    }
    found.push_back(*whole(*item.view()));
  }
  return found;
}

std::map<std::string, std::string> Section::words(std::string_view key) {
  std::map<std::string, std::string> found;
  Section inner = section(key);
  const auto members = inner.there() ? inner.value().members() : std::vector<std::pair<Value, Value>>();
  if (!counts(members.size(), inner.value(), key)) return found;
  for (const auto& [name, value] : members) {
    const std::string label = name.text().value_or("");
    const bool empty = value.is(NodeKind::scalar) && !value.view();
    if (!empty && (!value.is(NodeKind::scalar) || scalar_type(value) != ScalarType::text)) {
      inner.refuse(value, label, "text");
    } else if (inner.fits(value, label)) {
      found.emplace(label, value.text().value_or(""));
    }
  }
  return found;
}

Section Section::section(std::string_view key) {
  const Value found = field(key);
  return {found, path_of(key), origin_, findings_};
}

std::vector<Section> Section::sections(std::string_view key) {
  const std::vector<Value> items = list(key);
  std::vector<Section> found;
  found.reserve(items.size());
  for (const Value& item : items)
    found.emplace_back(item, base::format("{}[{}]", path_of(key), found.size()), origin_, findings_);
  return found;
}

bool Section::passed(std::string_view key) { return static_cast<bool>(field(key)); }

void Section::end() {
  if (!there()) return;
  for (const auto& [name, value] : value_.members()) {
    const std::string_view key = name.view().value_or("");
    if (key == "<<" || std::ranges::find(known_, key) != known_.end()) continue;
    if (findings_.unknown.size() >= kMostUnknown) return;
    findings_.unknown.push_back(base::format("{}: {}", origin_.place(name), path_of(base::one_line(std::string(key)))));
  }
}

}  // namespace railhead::manifest
