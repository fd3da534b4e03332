#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/text.h"
#include "text/node/node.h"

/// Texts of a node as a paste gives them: the file is "paste", lines count from 1.
namespace railhead::test {

inline text::Block node_block(std::string_view text) {
  text::Block block{.file = "paste", .lines = {}};
  for (const std::string_view line : base::lines(text)) block.lines.push_back({std::string(line), block.lines.size() + 1});
  return block;
}

/// What the kind reads out of `text`; each of its lines must be one that the kind takes.
inline facts::Machine read_node(std::string_view name, std::string_view text) {
  facts::Machine machine;
  const text::Block block = node_block(text);
  for (const text::Kind& kind : text::node_texts()) {
    if (kind.name != name) continue;
    for (const text::Line& line : block.lines)
      EXPECT_TRUE(line.text.empty() || kind.shows(line.text) || kind.continues(line.text)) << name << " leaves: " << line.text;
    kind.read(block, machine);
    return machine;
  }
  ADD_FAILURE() << "no kind " << name;
  return machine;
}

/// The names of the kinds in which `line` shows, with blanks between them.
inline std::string node_kinds_of(std::string_view line) {
  std::vector<std::string> names;
  for (const text::Kind& kind : text::node_texts())
    if (kind.shows(line)) names.emplace_back(kind.name);
  return base::joined(names, " ");
}

}  // namespace railhead::test
