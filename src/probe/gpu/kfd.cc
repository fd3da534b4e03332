#include "probe/gpu/kfd.h"

#include <set>

#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kNodes = "/sys/class/kfd/kfd/topology/nodes";

/// Domain, bus and device of a card, one number; the function number tells the partitions of one card apart.
using Card = std::uint64_t;

/// The card of a compute node; nothing when `properties`, lines of "NAME VALUE", are those of a CPU.
std::optional<Card> card(std::string_view properties) {
  std::uint64_t simds = 0;
  std::uint64_t location = 0;
  std::uint64_t domain = 0;
  for (const std::string_view line : base::lines(properties)) {
    const std::vector<std::string_view> words = base::words(line);
    if (words.size() != 2) continue;
    const std::uint64_t value = base::unsigned_number(words[1]).value_or(0);
    if (words[0] == "simd_count") simds = value;
    if (words[0] == "location_id") location = value;
    if (words[0] == "domain") domain = value;
  }
  if (simds == 0) return std::nullopt;
  return domain << 32 | (location & 0xffff) >> 3;
}

}  // namespace

facts::Known<facts::KfdNodes> kfd(const sys::FileTree& files) {
  const sys::Outcome<std::vector<std::string>> names = files.list(kNodes);
  if (!names) return {missing_of(names.error()), kNodes};
  facts::KfdNodes found;
  std::set<Card> cards;
  for (const std::string& name : *names) {
    // A container that was not given a card may not read its node: that is not a node of this container.
    const sys::Outcome<std::string> properties = files.read(std::string(kNodes) + "/" + name + "/properties");
    const std::optional<Card> place = properties ? card(*properties) : std::nullopt;
    if (!place) continue;
    ++found.nodes;
    cards.insert(*place);
  }
  found.cards = static_cast<unsigned>(cards.size());
  return {found, kNodes};
}

}  // namespace railhead::probe
