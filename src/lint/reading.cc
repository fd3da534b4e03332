#include "lint/reading.h"

#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"
#include "manifest/object_facts.h"
#include "manifest/template_marks.h"
#include "manifest/yaml.h"

namespace railhead::lint {
namespace {

std::uint32_t characters(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// The parser counts lines in the document, people count them in the file.
std::string message_of(const manifest::YamlError& error, const manifest::Origin& origin) {
  std::string message = error.message;
  const std::string told = base::format("line {}", error.earlier);
  if (const std::size_t at = message.rfind(told); error.earlier != 0 && at != std::string::npos)
    message.replace(at, told.size(), base::format("line {}", origin.number(error.earlier)));
  return message;
}

/// Those of a List, else the root itself: as objects_of goes through them.
std::vector<manifest::Value> roots_of(const manifest::Document& document) {
  const manifest::Value root(document);
  if (root["kind"].text().value_or("").ends_with("List"))
    if (std::vector<manifest::Value> items = root["items"].items(); !items.empty()) return items;
  return {root};
}

}  // namespace

Reading::Reading(const manifest::Chunk& chunk, const std::string& file)
    : text_(chunk.text), origin_{.file = file, .before = chunk.line - 1} {
  last_line_ = chunk.line + static_cast<std::uint64_t>(std::ranges::count(text_, '\n'));
  manifest::Parsed parsed = manifest::parse_yaml(text_);
  const auto place = [&](std::uint32_t line, std::uint32_t column) {
    return Place{.file = file, .line = origin_.before + line, .column = column, .end = 0};
  };
  if (const auto mark = manifest::template_mark(text_, parsed)) {
    problems_.push_back({.place = place(mark->line, mark->column),
                         .message = base::format("'{}' is of a template: this is no manifest yet", mark->mark),
                         .is_template = true});
    return;
  }
  for (const manifest::YamlError& error : parsed.errors)
    problems_.push_back({.place = place(error.line, error.column), .message = message_of(error, origin_)});
  // Of a broken text nothing is judged: what is not there may stand behind the fault.
  if (parsed.errors.empty()) documents_ = std::move(parsed.documents);
}

std::vector<facts::ClusterObject> Reading::objects() const {
  std::vector<facts::ClusterObject> objects;
  for (const manifest::Document& document : documents_)
    std::ranges::move(manifest::objects_of(document, origin_), std::back_inserter(objects));
  return objects;
}

manifest::Value Reading::root_of(const std::string& source) const {
  for (const manifest::Document& document : documents_)
    for (const manifest::Value& root : roots_of(document))
      if (origin_.place(root) == source) return root;
  return {};
}

std::string_view Reading::line_at(std::uint64_t line) const {
  std::size_t begin = 0;
  for (std::uint64_t i = origin_.before + 1; i < line; ++i) {
    const std::size_t end = text_.find('\n', begin);
    if (end == std::string_view::npos) return {};
    begin = end + 1;
  }
  const std::string_view rest = text_.substr(begin);
  return rest.substr(0, rest.find('\n'));
}

std::uint64_t Reading::line_of(std::string_view source) const {
  const std::size_t colon = source.rfind(':');
  if (colon == std::string_view::npos || source.substr(0, colon) != origin_.file) return 0;
  const auto line = base::unsigned_number(source.substr(colon + 1));
  return line && *line > origin_.before && *line <= last_line_ ? *line : 0;
}

Place Reading::place_of(std::string_view source) const {
  const std::uint64_t line = line_of(source);
  if (line == 0) return {};
  const std::string_view text = line_at(line);
  // The dash of a list is not of the value behind it.
  const std::size_t first = std::min(text.find_first_not_of(" -\t"), text.size());
  const std::size_t last = text.find_last_not_of(" \t\r");
  Place place{.file = origin_.file, .line = line};
  if (first == text.size() || last == std::string_view::npos) return place;
  place.column = characters(text.substr(0, first)) + 1;
  place.end = characters(text.substr(0, last + 1)) + 1;
  return place;
}

}  // namespace railhead::lint
