#include "base/format.h"
#include "fabric/port/gids.h"
#include "nccl/draft.h"
#include "nccl/installed/plugins.h"

// Which network NCCL takes, and over which devices and interfaces. Source: NCCL's user guide, environment variables
// (docs/userguide/source/env.rst); ncclFindInterfaces() in src/misc/socket.cc.

namespace railhead::nccl {
namespace {

std::vector<facts::Evidence> states(const std::vector<fabric::PortView>& ports) {
  std::vector<facts::Evidence> evidence;
  constexpr std::size_t kShown = 4;  // one line a port would bury the rest on machines with many
  for (const fabric::PortView& view : ports) {
    if (evidence.size() == kShown) break;
    const facts::Known<std::string>& rate = view.port->rate_text;
    evidence.push_back(rate.has() ? seen(rate, base::format("{} {}", hca_name(view), *rate)) : lacking(rate, "rate"));
  }
  return evidence;
}

void decide_disable(const Place& place, Draft& draft) {
  const char* name = "NCCL_IB_DISABLE";
  if (place.sockets && place.request.mode == fabric::Mode::tcp)
    return draft.set(name, "1", "TCP was asked for, so NCCL leaves RDMA devices alone");
  if (place.over_rdma() || place.left_to_plugin()) return draft.withhold(name, "1 would turn RDMA off");
  if (place.sockets)
    return draft.withhold(name,
                          draft.is_users(name) ? "nothing else here asks for TCP" : "RDMA is turned off already: " + place.why);
  if (!place.choice.visible && place.choice.known)
    return draft.withhold(name, "there is no RDMA device, which NCCL sees by itself");
  if (!place.choice.known) return draft.withhold(name, "whether a device can be used is not known: " + place.choice.why);
  if (place.rccl || place.rdma_required()) return draft.withhold(name, place.choice.why);
  std::vector<facts::Evidence> evidence;
  if (!place.choice.left_out.empty()) evidence = place.choice.left_out.front().evidence;
  draft.set(name, "1", "RDMA devices are visible and none can be used; NCCL would try each and warn", std::move(evidence));
}

void decide_net(const Place& place, Draft& draft) {
  const char* name = "NCCL_NET";
  if (place.transport == Transport::gib) return draft.withhold(name, place.why);
  if (place.transport == Transport::efa)
    return draft.withhold(name,
                          "the plugin's name differs between its versions (Libfabric, AWS Libfabric); NCCL takes it by itself");
  if (place.request.mode == fabric::Mode::tcp)
    return draft.set(name, "Socket", "TCP was asked for; this also keeps network plugins away");
  if (!place.over_rdma()) return draft.withhold(name, "NCCL falls back to sockets by itself");
  if (!place.rdma_required())
    return draft.withhold(name, "IB would make NCCL fail where it cannot use RDMA; --require-rdma sets it");
  const facts::Library* plugin = other_plugin(place.machine);
  if (plugin == nullptr) return draft.set(name, "IB", "RDMA is required: NCCL then fails instead of falling back to sockets");
  draft.set(name, "IB",
            "RDMA is required: NCCL then fails instead of falling back to sockets, and goes past the plugin " + *plugin->path,
            {seen(plugin->path, plugin->name)});
}

/// IPv6 is never chosen by NCCL itself: the GID is searched among those of NCCL_IB_ADDR_FAMILY, which is AF_INET. Since 2.21.
void decide_family(const Place& place, Draft& draft) {
  if (place.transport != Transport::roce) return;
  std::vector<facts::Evidence> evidence;
  for (const fabric::PortView& view : place.choice.ports) {
    if (!view.port->gids.has()) return;
    const fabric::Gids gids = fabric::gids_of(place.machine, *view.device, *view.port->gids);
    if (!gids.v2_ipv4.empty() || gids.v2_ipv6.empty()) return;
    if (evidence.empty()) evidence = shown(gids);
  }
  draft.set("NCCL_IB_ADDR_FAMILY", "AF_INET6", "the RoCE ports have IPv6 addresses only, and NCCL looks for IPv4 ones",
            std::move(evidence));
}

}  // namespace

void add_hca_list(const Place& place, Draft& draft) {
  const char* name = "NCCL_IB_HCA";
  if (draft.is_users(name) && !place.left_to_plugin()) {
    const Choice own = choose_unasked(place.machine);
    if (!own.ports.empty()) return draft.set(name, "=" + hca_names(own.ports), own.why, states(own.ports));
  }
  if (place.over_rdma()) return draft.set(name, "=" + hca_names(place.choice.ports), place.why, states(place.choice.ports));
  draft.withhold(name, place.left_to_plugin() ? place.why : "no RDMA device is used: " + place.why);
}

void add_network(const Place& place, Draft& draft) {
  decide_disable(place, draft);
  decide_net(place, draft);
  decide_family(place, draft);
}

void add_socket_interfaces(const Place& place, Draft& draft) {
  const SocketInterface& socket = place.socket;
  const auto decide = [&](const char* name, const std::string& value) {
    if (socket.interface.empty()) return draft.withhold(name, socket.reason, {socket.evidence});
    draft.set(name, value, socket.reason, {socket.evidence});
  };
  if (place.transport == Transport::gib)
    draft.withhold("NCCL_SOCKET_IFNAME", place.why);
  else
    decide("NCCL_SOCKET_IFNAME", "=" + socket.interface);
  // Gloo (PyTorch) takes names as they are, without NCCL's grammar.
  decide("GLOO_SOCKET_IFNAME", socket.interface);
}

}  // namespace railhead::nccl
