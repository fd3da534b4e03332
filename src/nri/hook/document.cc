#include "nri/hook/document.h"

#include "base/format.h"
#include "base/text.h"
#include "manifest/yaml/yaml.h"

namespace railhead::nri {
namespace {

using manifest::NodeKind;
using manifest::Value;

// An object of config.json has some hundred values; its system calls and masked paths some thousand.
constexpr std::size_t kMostValues = 262144;
constexpr std::size_t kMostTexts = 8192;

base::Error malformed(std::string message) { return {.code = base::Code::malformed, .message = std::move(message)}; }

}  // namespace

base::Result<manifest::Document> read_object(std::string_view text, std::string_view what) {
  manifest::Parsed parsed = manifest::parse_yaml(text, kMostValues);
  if (!parsed.errors.empty()) {
    const manifest::YamlError& error = parsed.errors.front();
    return std::unexpected(malformed(base::format("{} is no JSON: line {}, column {}: {}", what, error.line, error.column,
                                                  base::one_line(error.message.substr(0, 200)))));
  }
  if (parsed.documents.size() == 1 && Value(parsed.documents.front()).is(NodeKind::mapping))
    return std::move(parsed.documents.front());
  return std::unexpected(malformed(base::format("{}: expected one JSON object, found {}", what,
                                                parsed.documents.empty()       ? "nothing"
                                                : parsed.documents.size() == 1 ? "another value"
                                                                               : "several documents")));
}

base::Error wrong_value(std::string_view what, const Value& value, std::string_view key, std::string_view expected) {
  const std::string found = !value         ? "nothing"
                            : value.text() ? "'" + base::one_line(value.text()->substr(0, 80)) + "'"
                                           : "another kind of value";
  const std::string place = value ? base::format(", line {}, column {}", value.line(), value.column()) : "";
  return malformed(base::format("{}{}: {}: expected {}, found {}", what, place, key, expected, found));
}

Texts texts_of(const Value& object) {
  Texts texts;
  for (const auto& [key, value] : object.members()) {
    if (texts.size() == kMostTexts) break;
    // An empty text in quotes is one too.
    if (key.is(NodeKind::scalar) && value.is(NodeKind::scalar) && !value.plain())
      texts.emplace(key.text().value_or(""), value.text().value_or(""));
  }
  return texts;
}

Texts texts_within(std::string_view json) {
  if (base::trimmed(json).empty()) return {};
  const manifest::Parsed parsed = manifest::parse_yaml(json, kMostTexts * 4);
  if (!parsed.errors.empty() || parsed.documents.size() != 1) return {};
  return texts_of(Value(parsed.documents.front()));
}

}  // namespace railhead::nri
