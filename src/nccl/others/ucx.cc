#include "base/format.h"
#include "nccl/draft.h"

// Source: `ucx_info -cf`; ucp_context.c: UCX_NET_DEVICES names devices of all network transports, TCP's interfaces among them,
// so that a list of HCAs leaves TCP without a device. UCX_TLS takes names and aliases; `cuda` and `rocm` warn where UCX has no
// such transport, so each is named only beside such a GPU.

namespace railhead::nccl {
namespace {

std::string socket_transports(const Place& place) {
  std::string transports = "tcp,sm,self";
  if (any_gpu(place.machine, "NVIDIA")) transports += ",cuda";
  if (any_gpu(place.machine, "AMD")) transports += ",rocm";
  return transports;
}

void over_sockets(const Place& place, Draft& draft) {
  if (place.socket.interface.empty())
    draft.withhold("UCX_NET_DEVICES", place.socket.reason, {place.socket.evidence});
  else
    draft.set("UCX_NET_DEVICES", place.socket.interface, place.socket.reason, {place.socket.evidence});
  if (place.keep_off_devices())
    draft.set("UCX_TLS", socket_transports(place),
              place.sockets ? place.why : "no RDMA device can be used; UCX would try those that are visible");
  else
    draft.withhold("UCX_TLS", "UCX takes TCP by itself where there is no RDMA device");
}

}  // namespace

void add_ucx(const Place& place, Draft& draft) {
  if (place.left_to_plugin()) {
    draft.withhold("UCX_NET_DEVICES", place.why);
    return draft.withhold("UCX_TLS", place.why);
  }
  if (place.transport == Transport::unknown) {  // an interface alone would keep UCX from devices that may be there
    draft.withhold("UCX_NET_DEVICES", place.why);
    return draft.withhold("UCX_TLS", place.why);
  }
  if (!place.over_rdma()) return over_sockets(place, draft);
  draft.set("UCX_NET_DEVICES", hca_names(place.choice.ports),
            "the ports of NCCL_IB_HCA; TCP has no device in the list, so UCX cannot fall back to it");
  draft.withhold("UCX_TLS",
                 "UCX takes the best transport of the devices in UCX_NET_DEVICES, shared memory and GPU copies by itself");
}

}  // namespace railhead::nccl
