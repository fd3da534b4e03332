#include "nccl/plan.h"

#include <utility>

#include "base/format.h"
#include "nccl/draft.h"
#include "nccl/user.h"

namespace railhead::nccl {
namespace {

/// RDMA is required and cannot be had.
base::Error without_rdma(const Place& place) {
  const std::string by = place.request.mode == fabric::Mode::rdma ? "RDMA was asked for" : "RDMA is required";
  if (place.sockets)
    return {.code = base::Code::usage,
            .message = by + ", and " + place.why,
            .suggestion = "Unset that variable, or ask for --mode tcp."};
  return {.code = base::Code::unavailable,
          .message = by + ", and no RDMA device here can be used: " + place.why,
          .suggestion = "'railhead doctor --mode rdma' says what stands in the way and how it is mended."};
}

/// Over TCP by wish every port is left out for that reason alone.
std::vector<LeftOut> left_out_of(Place& place) {
  if (!place.sockets) return std::move(place.choice.left_out);
  std::vector<LeftOut> all;
  for (const fabric::PortView& view : fabric::port_views(place.machine))
    all.push_back({.name = hca_name(view), .reason = place.why, .evidence = {}});
  return all;
}

}  // namespace

const char* name(Origin origin) {
  switch (origin) {
    case Origin::user: return "user";
    case Origin::detected: return "detected";
    case Origin::fallback: return "default";
  }
  return "default";
}

const char* name(Transport transport) {
  switch (transport) {
    case Transport::infiniband: return "ib";
    case Transport::roce: return "roce";
    case Transport::tcp: return "tcp";
    case Transport::efa: return "efa";
    case Transport::gib: return "gib";
    case Transport::unknown: return "unknown";
  }
  return "unknown";
}

std::string text(const Version& version) { return base::format("{}.{}", version.major, version.minor); }

Plan plan(const facts::Machine& machine, const Request& request) {
  Place place = place_of(machine, request);
  Draft draft(machine.environment);
  if (place.rdma_required() && (place.transport == Transport::tcp || place.transport == Transport::unknown))
    draft.fail(without_rdma(place));
  for (const auto add : {add_hca_list, add_socket_interfaces, add_network, add_gid_index, add_cross_nic, add_gpudirect,
                         add_traffic_class, add_threads, add_ucx, add_open_mpi, add_nvshmem})
    add(place, draft);
  Plan plan{.transport = place.transport, .why = place.why, .nccl = place.nccl};
  if (place.over_rdma())
    for (const fabric::PortView& view : place.choice.ports) plan.hcas.push_back(hca_name(view));
  draft.finish(plan);
  if (!place.left_to_plugin()) plan.left_out = left_out_of(place);
  return plan;
}

}  // namespace railhead::nccl
