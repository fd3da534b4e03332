#include "text/listing/values.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "facts/net/address_text.h"

namespace railhead::text::listing {
namespace {

constexpr std::size_t kLongestLine = 4096;

bool is_alphanumeric(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_name(std::string_view text, std::size_t most, std::string_view also) {
  if (text.empty() || text.size() > most || text == "." || text == "..") return false;
  return std::ranges::all_of(text, [also](char c) { return is_alphanumeric(c) || also.find(c) != std::string_view::npos; });
}

/// "ACTIVE" of "4: ACTIVE" and of "ACTIVE (4)".
std::string_view without_number(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos && number<unsigned>(base::trimmed(text.substr(0, colon)))) text.remove_prefix(colon + 1);
  const std::size_t bracket = text.find('(');
  if (bracket != std::string_view::npos && text.ends_with(')')) text = text.substr(0, bracket);
  return base::trimmed(text);
}

/// The letters alone, in lower case: LINK_UP, LinkUp and "Link up" are one.
std::string letters(std::string_view text) {
  std::string kept = base::lowered(text);
  std::erase_if(kept, [](char c) { return c < 'a' || c > 'z'; });
  return kept;
}

struct PhysicalState {
  std::string_view letters;
  const char* name;
};

/// phys_state_to_str of the kernel (drivers/infiniband/core/sysfs.c), and how libibverbs, iproute2 and libibmad write the same.
constexpr std::array kPhysicalStates = {
    PhysicalState{"sleep", "Sleep"},
    PhysicalState{"polling", "Polling"},
    PhysicalState{"disabled", "Disabled"},
    PhysicalState{"portconfigurationtraining", "PortConfigurationTraining"},
    PhysicalState{"portconfigurationtrainning", "PortConfigurationTraining"},
    PhysicalState{"linkup", "LinkUp"},
    PhysicalState{"linkerrorrecovery", "LinkErrorRecovery"},
    PhysicalState{"linkerrorrecover", "LinkErrorRecovery"},
    PhysicalState{"phytest", "Phy Test"},
    PhysicalState{"phystest", "Phy Test"},
};

}  // namespace

std::vector<std::string_view> words(std::string_view line) {
  return line.size() > kLongestLine ? std::vector<std::string_view>{} : base::words(line);
}

std::optional<KeyValue> key_value(std::string_view line) {
  if (line.size() > kLongestLine) return std::nullopt;
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const KeyValue found{base::trimmed(line.substr(0, colon)), base::trimmed(line.substr(colon + 1))};
  if (found.key.empty()) return std::nullopt;
  return found;
}

bool is_device_name(std::string_view text) {
  constexpr std::size_t kMost = 63;
  return is_name(text, kMost, "_-.");
}

bool is_interface_name(std::string_view text) {
  constexpr std::size_t kMost = 15;
  return is_name(text, kMost, "_-.:+");
}

std::optional<facts::PortState> parse_state(std::string_view text) {
  std::string_view name = without_number(text);
  if (name.starts_with("PORT_")) name.remove_prefix(5);
  const std::string key = letters(name);
  if (key == "nop") return facts::PortState::nop;
  if (key == "down") return facts::PortState::down;
  if (key == "init" || key == "initialize" || key == "initializing") return facts::PortState::init;
  if (key == "armed") return facts::PortState::armed;
  if (key == "active") return facts::PortState::active;
  if (key == "activedefer") return facts::PortState::active_defer;
  return std::nullopt;
}

std::optional<std::string> parse_physical_state(std::string_view text) {
  const std::string_view name = without_number(text);
  const std::string key = letters(name);
  if (key.empty()) return std::nullopt;
  const auto* known = std::ranges::find(kPhysicalStates, std::string_view(key), &PhysicalState::letters);
  if (known != kPhysicalStates.end()) return known->name;
  return parse_text(name);
}

std::optional<facts::LinkLayer> parse_link_layer(std::string_view text) {
  if (text == "InfiniBand") return facts::LinkLayer::infiniband;
  if (text == "Ethernet") return facts::LinkLayer::ethernet;
  if (text == "Unspecified" || text == "Unknown") return facts::LinkLayer::other;
  return std::nullopt;
}

std::optional<base::BitsPerSecond> parse_gigabits(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::optional<std::uint32_t> whole = number<std::uint32_t>(text.substr(0, point));
  std::optional<std::uint8_t> tenths = std::uint8_t{0};
  if (point != std::string_view::npos)
    tenths = text.size() == point + 2 ? number<std::uint8_t>(text.substr(point + 1)) : std::nullopt;
  if (!whole || !tenths) return std::nullopt;
  constexpr std::uint64_t kTenthOfGigabit = 100'000'000;
  return base::BitsPerSecond{(std::uint64_t{*whole} * 10 + *tenths) * kTenthOfGigabit};
}

std::optional<base::BitsPerSecond> parse_rate(std::string_view text) {
  const std::vector<std::string_view> parts = words(text);
  return parts.size() > 1 && parts[1] == "Gb/sec" ? parse_gigabits(parts[0]) : std::nullopt;
}

std::optional<std::uint64_t> parse_guid(std::string_view text) {
  constexpr std::size_t kPlain = 18;
  constexpr std::size_t kGroups = 19;
  if (text.size() == kPlain && text.starts_with("0x")) return base::unsigned_number(text, 16);
  if (text.size() != kGroups) return std::nullopt;
  std::string digits;
  for (std::size_t i = 0; i < kGroups; ++i) {
    const bool is_colon = text[i] == ':';
    if (is_colon != (i % 5 == 4)) return std::nullopt;
    if (!is_colon) digits += text[i];
  }
  if (digits.starts_with("0x") || digits.starts_with("0X")) return std::nullopt;
  return base::unsigned_number(digits, 16);
}

std::optional<facts::Gid> parse_any_gid(std::string_view text) {
  if (const auto gid = facts::parse_gid(text)) return gid;
  constexpr std::size_t kLongest = 45;  // eight groups of which two are an IPv4 address
  if (text.size() > kLongest || text.find(':') == std::string_view::npos) return std::nullopt;
  const auto address = facts::parse_host_address(std::string(text));
  if (!address) return std::nullopt;
  return address->value;
}

std::optional<std::string> parse_text(std::string_view text) {
  constexpr std::size_t kMost = 40;
  if (text.empty()) return std::nullopt;
  return base::one_line(text.substr(0, kMost));
}

facts::Missing malformed(std::string_view expected, std::string_view found) {
  return {.why = facts::Why::malformed,
          .detail = base::format("expected {}, found '{}'", expected, parse_text(found).value_or(""))};
}

}  // namespace railhead::text::listing
