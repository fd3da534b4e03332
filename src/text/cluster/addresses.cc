#include "base/text.h"
#include "text/cluster/families.h"
#include "text/cluster/phrase.h"

// whereabouts (pkg/allocate): "Could not allocate IP in range: ip: FIRST / - LAST / range: ..."; host-local
// (plugins/ipam/host-local/backend/allocator): "no IP addresses available in range set: FIRST-LAST,...", before 0.7 "in
// network: NAME"; Spiderpool "all IPs used out"; OVN-Kubernetes (pkg/allocator/ip) "subnet address pool exhausted".
namespace railhead::text::cluster {
namespace {

using facts::ClusterEvent;
using facts::ClusterWord;

constexpr std::size_t kLongestRange = 120;

bool is_of_address(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '.' || c == ':';
}

/// The address that `text` starts with.
std::string_view address_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && end < 45 && is_of_address(text[end])) ++end;
  std::string_view address = text.substr(0, end);
  while (address.ends_with('.') || address.ends_with(':')) address.remove_suffix(1);
  return address;
}

/// "FIRST to LAST", or the one address.
std::string range(std::string_view first, std::string_view last) {
  if (first.empty()) return {};
  if (last.empty() || first == last) return std::string(first);
  return std::string(first) + " to " + std::string(last);
}

ClusterEvent full(std::string_view plugin, std::string reason) {
  return {.word = ClusterWord::range_full, .plugin = std::string(plugin), .reason = std::move(reason)};
}

void read_whereabouts(std::string_view line, Events& events) {
  const auto rest = after(line, "Could not allocate IP in range: ip: ");
  if (!rest) return;
  const std::string_view first = address_at(*rest);
  const auto last = after(rest->substr(0, kLongestRange), "/ - ");
  events.push_back(full("whereabouts", range(first, last ? address_at(*last) : "")));
}

void read_host_local(std::string_view line, Events& events) {
  if (const auto rest = after(line, "no IP addresses available in range set: ")) {
    const std::string_view first = address_at(*rest);
    const std::string_view behind = rest->substr(first.size());
    events.push_back(full("host-local", range(first, behind.starts_with('-') ? address_at(behind.substr(1)) : "")));
  } else if (const auto old = after(line, "no IP addresses available in network: ")) {
    ClusterEvent event = full("host-local", {});
    event.network = kept(name_at(*old));
    events.push_back(std::move(event));
  }
}

}  // namespace

void read_addresses(std::string_view line, Events& events) {
  read_whereabouts(line, events);
  read_host_local(line, events);
  if (holds(line, "all IPs used out")) events.push_back(full("Spiderpool", {}));
  if (holds(line, "subnet address pool exhausted")) events.push_back(full("OVN-Kubernetes", {}));
}

}  // namespace railhead::text::cluster
