#include "probe/rdma/values.h"

#include "base/text.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

/// The two sides of "4: ACTIVE".
struct Numbered {
  std::optional<unsigned> number;
  std::string_view name;
};

Numbered numbered(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {};
  return {number<unsigned>(base::trimmed(text.substr(0, colon))), base::trimmed(text.substr(colon + 1))};
}

}  // namespace

std::optional<facts::PortState> parse_port_state(std::string_view text) {
  const Numbered state = numbered(text);
  if (!state.number || *state.number > static_cast<unsigned>(facts::PortState::active_defer)) return std::nullopt;
  return static_cast<facts::PortState>(*state.number);
}

std::optional<std::string> parse_physical_state(std::string_view text) {
  const Numbered state = numbered(text);
  if (!state.number || state.name.empty()) return std::nullopt;
  return base::printable(state.name);
}

std::optional<base::BitsPerSecond> parse_rate(std::string_view text) {
  const std::vector<std::string_view> words = base::words(text);
  if (words.size() < 2 || words[1] != "Gb/sec") return std::nullopt;
  const std::vector<std::string_view> parts = base::split(words[0], '.');
  const std::optional<std::uint32_t> whole = number<std::uint32_t>(parts[0]);
  if (!whole || parts.size() > 2) return std::nullopt;
  std::optional<std::uint32_t> tenths = 0;
  if (parts.size() == 2) tenths = parts[1].size() == 1 ? number<std::uint32_t>(parts[1]) : std::nullopt;
  if (!tenths) return std::nullopt;
  constexpr std::uint64_t kTenthOfGigabit = 100'000'000;
  return base::BitsPerSecond{(std::uint64_t{*whole} * 10 + *tenths) * kTenthOfGigabit};
}

std::optional<facts::LinkLayer> parse_link_layer(std::string_view text) {
  if (text.empty()) return std::nullopt;
  if (text == "InfiniBand") return facts::LinkLayer::infiniband;
  if (text == "Ethernet") return facts::LinkLayer::ethernet;
  return facts::LinkLayer::other;
}

std::optional<std::uint64_t> parse_guid(std::string_view text) {
  constexpr std::size_t kLength = 19;
  if (text.size() != kLength) return std::nullopt;
  std::uint64_t guid = 0;
  for (const std::string_view group : base::split(text, ':')) {
    const bool prefixed = group.starts_with("0x") || group.starts_with("0X");
    const std::optional<std::uint16_t> value = number<std::uint16_t>(group, 16);
    if (!value || prefixed || group.size() != 4) return std::nullopt;
    guid = guid << 16 | *value;
  }
  return guid;
}

std::optional<facts::GidType> parse_gid_type(std::string_view text, bool ethernet) {
  if (text == "RoCE v2") return facts::GidType::roce_v2;
  if (text == "IB/RoCE v1") return ethernet ? facts::GidType::roce_v1 : facts::GidType::ib;
  return std::nullopt;
}

}  // namespace railhead::probe
