#include "manifest/job/check/wording.h"

#include "base/format.h"
#include "base/text.h"
#include "manifest/pod/typed.h"

namespace railhead::manifest::job {
namespace {

constexpr std::size_t kShown = 60;

/// At most kShown bytes, not cut within a character.
std::string shortened(std::string_view text) {
  if (text.size() <= kShown) return base::one_line(std::string(text));
  std::size_t end = kShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return base::one_line(std::string(text.substr(0, end))) + "...";
}

}  // namespace

std::string shown(const Value& value) {
  if (value.is(NodeKind::mapping)) return "a mapping";
  if (value.is(NodeKind::sequence)) return "a list";
  const auto text = value.view();
  if (!text) return "nothing";
  switch (scalar_type(value)) {
    case ScalarType::null: return "nothing";
    case ScalarType::boolean: return base::format("the boolean {}", shortened(*text));
    case ScalarType::whole_number:
    case ScalarType::number: return base::format("the number {}", shortened(*text));
    case ScalarType::text: break;
  }
  return base::format("\"{}\"", shortened(*text));
}

std::string alternatives(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string expected_entry(const Field& field) { return std::string(format_of(field).expected); }

std::string expected(const Field& field) {
  switch (field.type) {
    case Type::text:
    case Type::scalar: return expected_entry(field);
    case Type::word: return alternatives(field.words);
    case Type::number: return base::format("a whole number from {} to {}", field.least, field.most);
    case Type::truth: return "true or false";
    case Type::texts: return "a list";
    case Type::mapping:
    case Type::section: return "a mapping";
    case Type::sections: return "a list of mappings";
    case Type::section_or_file: return "a mapping or the path of a file";
    case Type::section_or_scalar: return base::format("a mapping or {}", expected_entry(field));
  }
  return {};
}

}  // namespace railhead::manifest::job
