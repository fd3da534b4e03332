#include "facts/pci/address.h"

#include <algorithm>

namespace railhead::facts {
namespace {

bool are_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// DDDD:BB with a domain of four to eight digits.
bool is_bus(std::string_view text) {
  if (text.size() < 7 || text.size() > 11) return false;
  const std::size_t colon = text.size() - 3;
  return text[colon] == ':' && are_hex(text.substr(0, colon)) && are_hex(text.substr(colon + 1));
}

}  // namespace

bool is_pci_address(std::string_view text) {
  constexpr std::size_t kDeviceAndFunction = 5;  // ":DD.F"
  if (text.size() < kDeviceAndFunction || !is_bus(text.substr(0, text.size() - kDeviceAndFunction))) return false;
  const std::string_view rest = text.substr(text.size() - kDeviceAndFunction);
  return rest[0] == ':' && are_hex(rest.substr(1, 2)) && rest[3] == '.' && rest[4] >= '0' && rest[4] <= '7';
}

bool is_host_bridge(std::string_view text) { return text.starts_with("pci") && is_bus(text.substr(3)); }

std::vector<std::string> chain_of(std::string_view path) {
  std::vector<std::string> chain;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    if (is_pci_address(part) || is_host_bridge(part)) chain.emplace_back(part);
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return chain;
}

bool address_less(std::string_view left, std::string_view right) {
  if (left.size() != right.size()) return left.size() < right.size();
  return left < right;
}

}  // namespace railhead::facts
