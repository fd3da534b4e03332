#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "fabric/gids.h"
#include "fabric/gpudirect.h"
#include "fabric/rails.h"
#include "nccl/settings.h"
#include "nccl/version.h"

// The meaning of each variable is that of NCCL's documentation ("Environment Variables") and of src/transport/net_ib of its
// source.
namespace railhead::nccl {
namespace {

constexpr Version kChoosesGid{2, 21};  // NCCL_IB_GID_INDEX is -1 by default from here on

/// The RoCE v2 entries with an IPv4 address of each port, else those with a routable IPv6 address.
std::vector<unsigned> usable_indexes(const facts::Machine& machine, const fabric::PortView& view) {
  if (!view.port->gids) return {};
  const fabric::Gids gids = fabric::gids_of(machine, *view.device, *view.port->gids);
  return gids.v2_ipv4.empty() ? gids.v2_ipv6 : gids.v2_ipv4;
}

/// An index that is right for every port; nothing when there is none.
std::optional<unsigned> common_index(const Choices& choices) {
  std::vector<unsigned> common = usable_indexes(choices.machine, choices.hcas.chosen.front());
  for (const fabric::PortView& view : choices.hcas.chosen) {
    const std::vector<unsigned> own = usable_indexes(choices.machine, view);
    std::erase_if(common, [&own](unsigned index) { return std::ranges::find(own, index) == own.end(); });
  }
  return common.empty() ? std::nullopt : std::optional(common.front());
}

base::Error no_common_index(const Choices& choices, const Version& version) {
  std::vector<std::string> each;
  each.reserve(choices.hcas.chosen.size());
  for (const fabric::PortView& view : choices.hcas.chosen) {
    const std::vector<unsigned> own = usable_indexes(choices.machine, view);
    each.push_back(base::format("{}: {}", hca_name(view), own.empty() ? "none" : base::listed(own)));
  }
  return {
      .code = base::Code::unavailable,
      .message = base::format("NCCL {}.{} needs NCCL_IB_GID_INDEX, and no one index is right for all HCAs", version.major,
                              version.minor),
      .cause = base::joined(each, "; "),
      .suggestion = "Use NCCL 2.21 or later, which chooses per connection, or restrict the job to HCAs that share an index."};
}

/// A route over a rail that leads into another rail's subnet: then a peer's other rails can be reached from it.
bool leads_across(const facts::Machine& machine, const fabric::Rail& rail, const fabric::Rail& other) {
  if (!machine.network.routes || !other.interface->addresses) return true;  // not known: assume that it can
  for (const facts::Address& address : *other.interface->addresses) {
    if (!fabric::is_routable(address)) continue;
    for (const facts::Route& route : *machine.network.routes)
      if (route.interface == rail.interface->name && facts::same_subnet(route.destination, address)) return true;
  }
  return false;
}

std::vector<fabric::Rail> chosen_rails(const Choices& choices) {
  std::vector<fabric::Rail> rails;
  for (const fabric::Rail& rail : fabric::rails_of(choices.machine, choices.hcas.chosen))
    if (std::ranges::find(rails, rail.interface, &fabric::Rail::interface) == rails.end()) rails.push_back(rail);
  return rails;
}

bool all_apart(const facts::Machine& machine, const std::vector<fabric::Rail>& rails) {
  for (const fabric::Rail& rail : rails)
    for (const fabric::Rail& other : rails)
      if (rail.interface != other.interface && leads_across(machine, rail, other)) return false;
  return true;
}

bool has_rccl(const facts::Software& software) {
  return software.nccl &&
         std::ranges::any_of(*software.nccl, [](const facts::Library& library) { return library.name.starts_with("librccl"); });
}

}  // namespace

bool Choices::roce() const { return rdma() && fabric::is_roce(hcas.chosen.front()); }

std::string hca_list(const std::vector<fabric::PortView>& views) {
  std::vector<std::string> names;
  names.reserve(views.size());
  for (const fabric::PortView& view : views) names.push_back(hca_name(view));
  return base::joined(names, ",");
}

void set_transport(const Choices& choices, Draft& draft) {
  if (!choices.hcas.known) return draft.withhold("NCCL_IB_HCA", choices.hcas.why);
  if (!choices.rdma()) {
    const bool asked = choices.request.mode == fabric::Mode::tcp;
    draft.set("NCCL_IB_DISABLE", "1", asked ? "TCP was asked for" : choices.hcas.why);
    return;
  }
  draft.set("NCCL_IB_HCA", "=" + hca_list(choices.hcas.detected), choices.hcas.why_detected,
            {seen(choices.machine.rdma.devices, hca_list(choices.hcas.detected))});
  if (choices.request.require_rdma)
    draft.set("NCCL_NET", "IB", "RDMA is required: without it NCCL fails instead of going on over sockets", {},
              Origin::fallback);
  else
    draft.withhold("NCCL_NET", "NCCL takes InfiniBand or RoCE where it can, and a network plugin where one is installed");
  const char* unknown = "nothing on this machine says which class the fabric keeps lossless; ask who runs the switches";
  if (choices.roce()) draft.withhold("NCCL_IB_TC", unknown);
  draft.withhold("NCCL_IB_SL", choices.roce() ? "RoCE goes by the traffic class" : unknown);
}

std::optional<base::Error> set_gid_index(const Choices& choices, Draft& draft) {
  constexpr const char* kName = "NCCL_IB_GID_INDEX";
  if (!choices.roce()) return std::nullopt;
  const std::optional<Version> version = oldest_version(choices.machine.software);
  if (version && *version >= kChoosesGid) {
    draft.withhold(kName, base::format("NCCL {}.{} chooses the GID per connection", version->major, version->minor));
    return std::nullopt;
  }
  const std::optional<unsigned> index = common_index(choices);
  if (!version) {
    draft.withhold(
        kName,
        base::format("which NCCL the job loads is not known: 2.21 and later choose by themselves; an older one would need {}",
                     index ? std::to_string(*index) : "one index, and none is right for all HCAs"));
    return std::nullopt;
  }
  if (!index && draft.user_value(kName).empty()) return no_common_index(choices, *version);
  if (!index) {
    draft.withhold(kName, "no one index is right for all HCAs");
    return std::nullopt;
  }
  draft.set(kName, std::to_string(*index),
            base::format("NCCL {}.{} does not choose by itself, and this is the RoCE v2 entry of every HCA", version->major,
                         version->minor));
  return std::nullopt;
}

void set_cross_nic(const Choices& choices, Draft& draft) {
  if (!choices.rdma()) return;
  const std::vector<fabric::Rail> rails = chosen_rails(choices);
  if (!choices.roce()) return draft.withhold("NCCL_CROSS_NIC", "the ports are on one InfiniBand fabric as far as is known");
  if (rails.size() < 2) return draft.withhold("NCCL_CROSS_NIC", "there is one rail");
  if (!all_apart(choices.machine, rails))
    return draft.withhold("NCCL_CROSS_NIC", "the rails can reach each other, or it is not known");
  std::vector<std::string> names;
  names.reserve(rails.size());
  for (const fabric::Rail& rail : rails) names.push_back(rail.interface->name);
  draft.set("NCCL_CROSS_NIC", "0",
            base::format("{} are in subnets of their own with no route between them", base::listed(names)),
            {seen(choices.machine.network.routes, "no route over one rail into another's subnet")});
}

void set_gpudirect(const Choices& choices, Draft& draft) {
  const auto& gpus = choices.machine.gpu.gpus;
  if (!choices.rdma() || !gpus || gpus->empty()) return;
  const std::string vendor = gpus->front().vendor;
  const fabric::Way peer = fabric::peer_memory(choices.machine, vendor);
  const fabric::Way buffer = fabric::dma_buf(choices.machine, vendor);
  // RCCL does not take DMA-BUF unless it is told to (RCCL's documentation, NCCL_DMABUF_ENABLE); NCCL does.
  if (has_rccl(choices.machine.software) && vendor == "AMD" && peer.is == fabric::Is::no && buffer.is == fabric::Is::yes)
    draft.set("NCCL_DMABUF_ENABLE", "1", base::format("{}, and {}", peer.why, buffer.why), {peer.evidence, buffer.evidence});
  else
    draft.withhold("NCCL_DMABUF_ENABLE", "the default takes DMA-BUF where kernel and driver have it");
  const bool none = peer.is == fabric::Is::no && buffer.is == fabric::Is::no;
  draft.withhold("NCCL_NET_GDR_LEVEL", none
                                           ? base::format("there is no way to GPUDirect RDMA: {}, and {}", peer.why, buffer.why)
                                           : "the default goes by the PCI distance of each GPU to each HCA");
}

void set_sockets(const Choices& choices, Draft& draft) {
  const SocketInterface& sockets = choices.sockets;
  if (sockets.name.empty()) {
    draft.withhold("NCCL_SOCKET_IFNAME", sockets.reason);
    draft.withhold("GLOO_SOCKET_IFNAME", sockets.reason);
    return;
  }
  draft.set("NCCL_SOCKET_IFNAME", "=" + sockets.name, sockets.reason, sockets.evidence);
  draft.set("GLOO_SOCKET_IFNAME", sockets.name, sockets.reason, sockets.evidence);
}

}  // namespace railhead::nccl
