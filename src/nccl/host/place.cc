#include "nccl/host/place.h"

#include <algorithm>

#include "base/text.h"
#include "nccl/installed/plugins.h"
#include "nccl/user.h"

namespace railhead::nccl {
namespace {

Transport over(const Choice& choice) {
  if (choice.ports.empty()) return choice.known ? Transport::tcp : Transport::unknown;
  return fabric::is_infiniband(choice.ports.front()) ? Transport::infiniband : Transport::roce;
}

void decide(Place& place) {
  if (place.request.mode == fabric::Mode::tcp) {
    place.sockets = true;
    place.why = "TCP was asked for";
    return;
  }
  if (const std::string off = rdma_turned_off(place.machine.environment); !off.empty()) {
    place.sockets = true;
    place.why = off;
    return;
  }
  if (const auto plugin = own_plugin(place.machine)) {
    place.transport = plugin->transport;
    place.why = plugin->reason;
    return;
  }
  place.transport = over(place.choice);
  place.why = place.choice.why;
}

}  // namespace

Place place_of(const facts::Machine& machine, const Request& request) {
  Place place{.machine = machine,
              .request = request,
              .choice = choose(machine),
              .socket = socket_interface(machine, request.rendezvous),
              .nccl = request.nccl ? request.nccl : oldest_version(machine.software),
              .rccl = !request.nccl && is_rccl(machine.software),
              .sockets = false,
              .transport = Transport::tcp,
              .why = {}};
  if (!request.no_rendezvous.empty()) place.socket.reason = request.no_rendezvous + "; " + place.socket.reason;
  decide(place);
  return place;
}

std::string hca_names(const std::vector<fabric::PortView>& ports) {
  std::vector<std::string> names;
  for (const fabric::PortView& view : ports) names.push_back(hca_name(view));
  return base::joined(names, ",");
}

bool any_gpu(const facts::Machine& machine, const std::string& vendor) {
  return machine.gpu.gpus.has() && std::ranges::find(*machine.gpu.gpus, vendor, &facts::Gpu::vendor) != machine.gpu.gpus->end();
}

}  // namespace railhead::nccl
