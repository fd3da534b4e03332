#include "tests/unit/text/setting/pasted.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"

namespace railhead::test {

text::Block pasted(std::string_view text, std::string_view file) {
  text::Block block{.file = std::string(file), .lines = {}};
  std::uint64_t number = 0;
  for (const std::string_view line : base::split(text, '\n'))
    block.lines.push_back({.text = std::string(line), .number = ++number});
  if (block.lines.back().text.empty()) block.lines.pop_back();
  return block;
}

const text::Kind& setting_kind(std::string_view name) {
  for (const auto* kinds : {&text::settings(), &text::lone_settings()})
    for (const text::Kind& kind : *kinds)
      if (kind.name == name) return kind;
  ADD_FAILURE() << "no kind " << name;
  return text::settings().front();
}

facts::Machine read_as(std::string_view name, std::string_view text, facts::Machine machine, std::string_view file) {
  setting_kind(name).read(pasted(text, file), machine);
  return machine;
}

std::string shown_in(std::string_view line) {
  std::vector<std::string> names;
  for (const text::Kind& kind : text::settings())
    if (kind.shows(line)) names.emplace_back(kind.name);
  return base::joined(names, " ");
}

}  // namespace railhead::test
