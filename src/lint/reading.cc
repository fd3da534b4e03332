#include "lint/reading.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/facts/object_facts.h"
#include "manifest/yaml/template_marks.h"
#include "manifest/yaml/unusable.h"
#include "manifest/yaml/yaml.h"

namespace railhead::lint {
namespace {

constexpr std::size_t kLongestLine = 4096;  // columns mean nothing in a line that nobody reads

std::uint32_t characters(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
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
    problems_.push_back({.place = place(error.line, error.column), .message = manifest::message_in_file(error, chunk.line)});
  // Of a broken text nothing is judged: what is not there may stand behind the fault.
  if (parsed.errors.empty()) documents_ = std::move(parsed.documents);
}

std::vector<Item> Reading::items() const {
  std::vector<Item> items;
  for (const manifest::Document& document : documents_) add_items(document, items);
  return items;
}

/// Objects come in the order of their roots, without those roots of which nothing is known.
void Reading::add_items(const manifest::Document& document, std::vector<Item>& items) const {
  const std::vector<manifest::Value> roots = roots_of(document);
  const bool alone = documents_.size() == 1 && roots.size() == 1;
  std::uint64_t line = origin_.before + 1;
  std::size_t counted = 0;
  auto root = roots.begin();
  for (facts::ClusterObject& object : manifest::objects_of(document, origin_)) {
    const auto is_of = [&](const manifest::Value& one) {
      return origin_.place(one) == object.source && one["kind"].text().value_or("") == object.kind;
    };
    root = std::find_if(root, roots.end(), is_of);
    if (root == roots.end()) return;
    Item item{.object = std::move(object), .root = *root, .text = text_, .lines = text_, .file = origin_.file};
    item.origin = &origin_;
    item.first = line;
    item.last = last_line_;
    item.alone = alone;
    if (!alone) {
      const manifest::Node& node = document.nodes[root->number()];
      item.text = text_.substr(node.begin, node.end - node.begin);
      line += static_cast<std::uint64_t>(std::count(text_.begin() + counted, text_.begin() + node.begin, '\n'));
      counted = node.begin;
      item.first = line;
      item.last = line + static_cast<std::uint64_t>(std::ranges::count(base::trimmed(item.text), '\n'));
      item.lines = text_.substr(text_.rfind('\n', node.begin) + 1);  // npos + 1 is 0
    }
    items.push_back(std::move(item));
    ++root;
  }
}

std::string_view Item::line_at(std::uint64_t line) const {
  std::size_t begin = 0;
  for (std::uint64_t i = first; i < line; ++i) {
    const std::size_t end = lines.find('\n', begin);
    if (end == std::string_view::npos) return {};
    begin = end + 1;
  }
  const std::string_view rest = lines.substr(begin);
  return rest.substr(0, rest.find('\n'));
}

std::uint64_t Item::line_of(std::string_view source) const {
  const std::size_t colon = source.rfind(':');
  if (colon == std::string_view::npos || source.substr(0, colon) != file) return 0;
  const auto line = base::unsigned_number(source.substr(colon + 1));
  return line && *line >= first && *line <= last ? *line : 0;
}

Place Item::place_of(std::string_view source) const {
  const std::uint64_t line = line_of(source);
  if (line == 0) return {};
  const std::string_view words = line_at(line);
  Place place{.file = file, .line = line};
  // The dash of a list is not of the value behind it.
  const std::size_t begin = std::min(words.find_first_not_of(" -\t"), words.size());
  const std::size_t end = words.find_last_not_of(" \t\r");
  if (begin == words.size() || end == std::string_view::npos || words.size() > kLongestLine) return place;
  place.column = characters(words.substr(0, begin)) + 1;
  place.end = characters(words.substr(0, end + 1)) + 1;
  return place;
}

}  // namespace railhead::lint
