#include "manifest/job/check/scalar.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/check/hint.h"
#include "manifest/job/check/wording.h"
#include "manifest/pod/typed.h"

namespace railhead::manifest::job {
namespace {

constexpr std::size_t kShort = 40;

Read refused(std::string_view expectation, const Value& value, std::string suggestion = {}) {
  return {.message = base::format("expected {}, found {}", expectation, shown(value)), .suggestion = std::move(suggestion)};
}

/// A scalar that stands in for its text.
Read text_of(const Field& field, const Value& value) {
  const FormatFacts& format = format_of(field);
  const auto text = value.view();
  if (!text) {
    const bool empty_fits = field.format == Format::any && value.is(NodeKind::scalar);
    return refused(format.expected, value, empty_fits ? "write \"\" for an empty one" : "");
  }
  if (text->size() > format.longest)
    return {.message = base::format("expected {}, found {}{} characters", format.expected,
                                    text->size() <= kShort ? base::format("{}: ", shown(value)) : "", text->size())};
  if (!format.fits(*text)) return refused(format.expected, value, format.advice(*text));
  return {.given = {.text = std::string(*text)}};
}

Read word_of(const Field& field, const Value& value) {
  const auto text = value.view().value_or("");
  const auto found = std::ranges::find(field.words, text);
  if (value.is(NodeKind::scalar) && found != field.words.end())
    return {.given = {.text = std::string(text), .number = static_cast<std::uint64_t>(found - field.words.begin())}};
  if (!field.refused.word.empty() && text == field.refused.word)
    return {.message = base::format("{} does not work: {}", text, field.refused.why),
            .suggestion = std::string(field.refused.suggestion)};
  std::vector<std::string> names(field.words.begin(), field.words.end());
  return refused(expected(field), value, meant(text, names));
}

/// Digits alone: what YAML 1.1 takes for octal or hexadecimal is not what people mean.
std::optional<std::uint64_t> digits(std::string_view text) {
  const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  return plain && (text.size() == 1 || text[0] != '0') ? base::unsigned_number(text) : std::nullopt;
}

Read number_of(const Field& field, const Value& value) {
  const auto text = value.view().value_or("");
  const auto number = value.is(NodeKind::scalar) ? digits(text) : std::nullopt;
  const bool fits = number && *number >= field.least && *number <= field.most;
  if (fits && value.plain()) return {.given = {.number = *number}};
  if (!fits) return refused(expected(field), value);
  return {.message = base::format("expected {}, found the text \"{}\"", expected(field), text),
          .suggestion = base::format("write {} without quotes", text)};
}

Read truth_of(const Field& field, const Value& value) {
  const bool boolean = value.is(NodeKind::scalar) && scalar_type(value) == ScalarType::boolean;
  if (const auto truth = boolean ? value.boolean() : std::nullopt) return {.given = {.truth = *truth}};
  const auto meant_truth = value.boolean();
  return refused(expected(field), value,
                 meant_truth ? base::format("write {} without quotes", *meant_truth ? "true" : "false") : "");
}

}  // namespace

Read read_scalar(const Field& field, const Value& value) {
  switch (field.type) {
    case Type::word: return word_of(field, value);
    case Type::number: return number_of(field, value);
    case Type::truth: return truth_of(field, value);
    case Type::section_or_file:
      if (!value.is(NodeKind::scalar) || !value.view() || scalar_type(value) != ScalarType::text)
        return refused(expected(field), value);
      return text_of(field, value);
    default: break;
  }
  const bool other = value.is(NodeKind::scalar) && value.view() && scalar_type(value) != ScalarType::text;
  if (field.type == Type::text && other) {
    const bool quoted_fits = value.view()->size() <= kShort && format_of(field).fits(*value.view());
    return refused(expected(field), value, quoted_fits ? base::format("write \"{}\", in quotes", *value.view()) : "");
  }
  return text_of(field, value);
}

Read read_entry(const Field& field, const Value& value) { return text_of(field, value); }

Given default_of(const Field& field) {
  const auto word = std::ranges::find(field.words, field.otherwise);
  const auto place = static_cast<std::uint64_t>(word - field.words.begin());
  return {.text = std::string(field.otherwise),
          .number = field.type == Type::word ? place : base::unsigned_number(field.otherwise).value_or(0),
          .truth = field.otherwise == "true"};
}

bool is_given(const std::vector<std::pair<Value, Value>>& members, std::string_view key) {
  return std::ranges::any_of(members, [key](const auto& one) {
    const bool off = one.second.plain() && one.second.boolean() == false;
    return one.first.view() == key && !off;
  });
}

std::string listed_hint(const Value& value) {
  const auto text = value.view();
  if (!text || text->size() > kShort || text->empty() || scalar_type(value) != ScalarType::text) return {};
  const std::vector<std::string_view> parts = base::words(*text);
  std::vector<std::string> words(parts.begin(), parts.end());
  const bool simple = std::ranges::all_of(*text, [](char c) {
    return c == ' ' || c == '-' || c == '_' || c == '.' || c == '/' || c == '=' || std::isalnum(c) != 0;
  });
  return simple ? base::format("write [{}]", base::joined(words, ", ")) : "";
}

std::string mapping_hint(const Value& value) {
  const std::vector<Value> items = value.items();
  if (items.empty() || !items.front()["name"]) return {};
  return "write NAME: VALUE in a line each, not a list of name and value";
}

}  // namespace railhead::manifest::job
