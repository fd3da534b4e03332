#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "text/listing/listings.h"

/// Listings as a paste gives them: the file is "paste", lines count from 1.
namespace railhead::test {

inline text::Block block(std::string_view text) {
  text::Block block{.file = "paste", .lines = {}};
  for (const std::string_view line : base::lines(text)) block.lines.push_back({std::string(line), block.lines.size() + 1});
  return block;
}

inline const text::Kind& kind(std::string_view name) {
  for (const text::Kind& kind : text::listings())
    if (kind.name == name) return kind;
  throw std::runtime_error("no such kind: " + std::string(name));
}

/// What `text` adds to `machine`; each of its lines must be one that the kind takes.
inline facts::Machine pasted(std::string_view name, std::string_view text, facts::Machine machine = {}) {
  const text::Kind& reader = kind(name);
  const text::Block lines = block(text);
  for (const text::Line& line : lines.lines)
    EXPECT_TRUE(reader.shows(line.text) || reader.continues(line.text)) << name << " does not take: " << line.text;
  reader.read(lines, machine);
  return machine;
}

inline const facts::Device& device(const facts::Machine& machine, std::string_view name) {
  if (machine.rdma.devices)
    for (const facts::Device& device : *machine.rdma.devices)
      if (device.name == name) return device;
  throw std::runtime_error("no such device: " + std::string(name));
}

inline const facts::Port& port(const facts::Machine& machine, std::string_view name, unsigned number = 1) {
  for (const facts::Port& port : device(machine, name).ports)
    if (port.number == number) return port;
  throw std::runtime_error("no such port of " + std::string(name));
}

/// "4 10.7.0.9 RoCE v2 net1; ...", the entries of a port's table.
inline std::string gids(const facts::Port& port) {
  std::string text;
  if (!port.gids) return "no table";
  for (const facts::GidEntry& entry : port.gids->entries) {
    if (!text.empty()) text += "; ";
    text += std::to_string(entry.index) + " " + (entry.gid ? facts::text(*entry.gid) : entry.gid.missing().detail);
    if (entry.type) text += std::string(" ") + facts::name(*entry.type);
    if (entry.netdev) text += " " + *entry.netdev;
  }
  return text;
}

inline constexpr std::uint64_t kGigabit = 1'000'000'000;

}  // namespace railhead::test
