#include <algorithm>

#include "base/format.h"
#include "nccl/draft.h"

// Source: Open MPI's documentation, "Networking" and the MCA parameters of its components (ompi_info --all). Version 5 takes
// OMPI_MCA_oob_... for its runtime too.

namespace railhead::nccl {
namespace {

/// An include and an exclude list of one component cannot be given together: Open MPI then stops.
void decide_interface(const Place& place, Draft& draft, const std::string& component) {
  const std::string name = "OMPI_MCA_" + component + "_tcp_if_include";
  const std::string exclude = "OMPI_MCA_" + component + "_tcp_if_exclude";
  if (draft.is_users(exclude)) return draft.withhold(name, exclude + " is set, and Open MPI refuses both");
  if (place.socket.interface.empty()) return draft.withhold(name, place.socket.reason, {place.socket.evidence});
  draft.set(name, place.socket.interface, place.socket.reason, {place.socket.evidence});
}

/// Open MPI's own list of devices that make it prefer UCX is "mlx*" (opal_common_ucx_devices, a pattern for the driver): beside
/// others it takes ob1, which means TCP. What ompi_info of 4.1 and later says.
bool is_off_its_list(const fabric::PortView& port) {
  return port.device->driver.has() && !port.device->driver->starts_with("mlx");
}

void rank_ucx_first(const Place& place, Draft& draft) {
  draft.withhold("OMPI_MCA_pml", "Open MPI takes UCX by itself where it is built with it; ucx would make others stop");
  const char* name = "OMPI_MCA_opal_common_ucx_devices";
  const auto other = std::ranges::find_if(place.choice.ports, is_off_its_list);
  if (other == place.choice.ports.end())
    return draft.withhold(name, "Open MPI prefers UCX by itself beside a driver mlx*, and no other driver is seen here");
  draft.set(name, "any", "Open MPI prefers UCX beside a driver mlx* only, and would take TCP beside " + other->device->name,
            {seen(other->device->driver, "driver " + *other->device->driver)});
}

void decide_layer(const Place& place, Draft& draft) {
  const char* name = "OMPI_MCA_pml";
  if (place.left_to_plugin() || place.transport == Transport::unknown) return draft.withhold(name, place.why);
  if (place.over_rdma() && place.rdma_required())
    return draft.set(name, "ucx", "RDMA is required: Open MPI then stops where it cannot go through UCX");
  if (place.over_rdma()) return rank_ucx_first(place, draft);
  if (!place.keep_off_devices()) return draft.withhold(name, "Open MPI takes TCP by itself where there is no RDMA device");
  draft.set(name, "ob1",
            place.sockets ? place.why : "no RDMA device can be used, so messages go through TCP and shared memory");
  draft.set("OMPI_MCA_btl", "^openib", "Open MPI 4 would open RoCE devices by its own RDMA transport");
}

}  // namespace

void add_open_mpi(const Place& place, Draft& draft) {
  decide_interface(place, draft, "btl");
  decide_interface(place, draft, "oob");
  decide_layer(place, draft);
}

}  // namespace railhead::nccl
