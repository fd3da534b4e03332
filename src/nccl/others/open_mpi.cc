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

void decide_layer(const Place& place, Draft& draft) {
  const char* name = "OMPI_MCA_pml";
  if (place.left_to_plugin() || place.transport == Transport::unknown) return draft.withhold(name, place.why);
  if (place.over_rdma() && place.rdma_required())
    return draft.set(name, "ucx", "RDMA is required: Open MPI then stops where it cannot go through UCX");
  if (place.over_rdma())
    return draft.withhold(name, "Open MPI takes UCX by itself where it is built with it; ucx would make others stop");
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
