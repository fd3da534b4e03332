#include <algorithm>
#include <cerrno>

#include "fabric/net/rails.h"
#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/gids.h"
#include "finding/log/search.h"

// A line about a failed connection names the GIDs of both ends, and no netmask. That they are of two subnets is certain where
// `ip addr` shows the prefix of the local one; likely where another adapter of this host has the remote one's network; and a
// guess, said as such, where the first 24 bits differ and nothing more is known.

namespace railhead::check {
namespace {

enum class Known { same, guessed, likely, certain };

struct Crossing {
  Known known = Known::same;
  Evidences evidence = {};
  std::string rail = {};  // the adapter or interface that has the remote network here
};

/// What the prefix of the local address says; nothing where it is not told.
std::optional<Crossing> by_prefix(const facts::Machine& machine, const facts::Gid& local, const facts::Gid& remote) {
  if (!machine.network.interfaces) return std::nullopt;
  const facts::Address other{.value = remote, .prefix_length = facts::is_ipv4(remote) ? 32U : 128U, .ipv4 = is_ipv4(remote)};
  Crossing crossing;
  bool prefix = false;
  for (const facts::Interface& interface : *machine.network.interfaces) {
    if (!interface.addresses) continue;
    for (const facts::Address& address : *interface.addresses) {
      if (!is_routable(address) || is_single(address)) continue;
      const bool reaches = facts::same_subnet(address, other);
      const Evidence evidence = seen(interface.addresses, base::format("{} on {}", text(address), interface.name));
      if (address.value == local) {
        if (reaches) return Crossing{};
        prefix = true;
        crossing.known = Known::certain;
        crossing.evidence.push_back(evidence);
      } else if (reaches) {
        crossing.rail = interface.name;
        crossing.evidence.push_back(evidence);
      }
    }
  }
  return prefix ? std::optional(crossing) : std::nullopt;
}

/// Another adapter of the same host whose own GID is in the remote one's network.
const facts::LogEvent* other_rail(const facts::LogRun& run, const facts::LogEvent& event, const facts::Gid& remote) {
  const auto found = std::ranges::find_if(run.events, [&](const facts::LogEvent& other) {
    const Ends ends = ends_of(other);
    return other.host == event.host && !ends.device.empty() && ends.device != event.call.device && ends.local &&
           same_24(*ends.local, remote);
  });
  return found == run.events.end() ? nullptr : &*found;
}

Crossing crossing_of(const Input& input, const facts::LogEvent& event) {
  const Ends ends = ends_of(event);
  if (!ends.local || !ends.remote || !is_ipv4(*ends.local) || !is_ipv4(*ends.remote)) return {};
  if (const auto crossing = by_prefix(input.machine, *ends.local, *ends.remote)) return *crossing;
  if (same_24(*ends.local, *ends.remote)) return {};
  if (const facts::LogEvent* other = other_rail(*input.log, event, *ends.remote))
    return {.known = Known::likely, .evidence = {{other->text, other->source}}, .rail = other->call.device};
  return {.known = Known::guessed};
}

std::string message(const facts::LogEvent& event, const Crossing& crossing) {
  const Ends ends = ends_of(event);
  const std::string device = ends.device.empty() ? "" : " on " + ends.device;
  const std::string what = base::format("{}{} did not reach {}", facts::text(*ends.local), device, facts::text(*ends.remote));
  const std::string rail = crossing.rail.empty() ? "" : base::format(", that of {} here", crossing.rail);
  if (crossing.known == Known::guessed)
    return what +
           ", and the two differ in their first 24 bits: unless the netmask is shorter or the rails are routed, NCCL "
           "connected one rail to another";
  return base::format("{}, which is in another subnet{}: NCCL connected one rail to another", what, rail);
}

std::vector<Finding> rule(const Input& input) {
  if (input.log == nullptr) return {};
  const facts::LogEvent* first = nullptr;
  const facts::LogEvent* inside = nullptr;  // one whose ends are in one subnet
  Crossing best;
  Evidences evidence;
  for (const facts::LogEvent& event : input.log->events) {
    if (!is_unreached(event)) continue;
    Crossing crossing = crossing_of(input, event);
    if (crossing.known == Known::same) {
      const Ends ends = ends_of(event);
      if (ends.local && ends.remote) inside = &event;
      continue;
    }
    if (evidence.size() < 4) evidence.push_back({event.text, event.source});
    if (first != nullptr && crossing.known <= best.known) continue;
    first = &event;
    best = std::move(crossing);
  }
  if (first == nullptr && inside == nullptr) return {};
  if (first == nullptr)
    return {ok("log", "the connections that failed were within one rail", {{inside->text, inside->source}})};
  for (Evidence& more : best.evidence)
    if (std::ranges::find(evidence, more.where, &Evidence::where) == evidence.end()) evidence.push_back(std::move(more));
  return {violated(best.known == Known::guessed ? Severity::warning : Severity::error,
                   first->host.empty() ? "log" : first->host, message(*first, best), std::move(evidence))};
}

}  // namespace

Check net_rail_crossing() {
  return {.title = "A connection was tried from one rail to another",
          .severity = Severity::error,
          .cause =
              "Where each adapter has a subnet of its own and no routes lead between them, adapters reach those of the same "
              "rail only. NCCL pairs adapters of different rails where that seems faster, or where the hosts list them in "
              "another order.",
          .fix = "export NCCL_CROSS_NIC=0  # and NCCL_IB_HCA in the same order of rails on every host; or routes between rails",
          .rule = rule};
}

}  // namespace railhead::check
