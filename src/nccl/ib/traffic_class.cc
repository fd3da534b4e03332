#include "base/format.h"
#include "nccl/draft.h"

// The class in which a fabric is lossless is the administrator's choice, and a wrong one is worse than none. Two places on a
// node tell it: what rdma_cm gives to its connections (NCCL does not go through rdma_cm), and what the driver forces upon all.

namespace railhead::nccl {
namespace {

constexpr const char* kClass = "NCCL_IB_TC";
constexpr const char* kLevel = "NCCL_IB_SL";

const facts::Known<unsigned>& told(const facts::Port& port) {
  return port.forced_traffic_class.has() ? port.forced_traffic_class : port.cm_roce_tos;
}

void decide_class(const Place& place, Draft& draft) {
  const facts::Known<unsigned>& first = told(*place.choice.ports.front().port);
  for (const fabric::PortView& view : place.choice.ports) {
    const facts::Known<unsigned>& own = told(*view.port);
    if (!own.has() || *own == 0)
      return draft.withhold(kClass, "nothing here tells the traffic class of the fabric's lossless queue; ask who runs it");
    if (*own != *first)
      return draft.withhold(kClass, base::format("the ports tell different traffic classes ({} and {})", *first, *own),
                            {seen(first, std::to_string(*first)), seen(own, std::to_string(*own))});
  }
  const bool forced = place.choice.ports.front().port->forced_traffic_class.has();
  draft.set(kClass, std::to_string(*first),
            forced ? "the driver gives this traffic class to every connection"
                   : "rdma_cm gives this type of service to its connections",
            {seen(first, std::to_string(*first))});
}

}  // namespace

void add_traffic_class(const Place& place, Draft& draft) {
  if (place.left_to_plugin()) {
    draft.withhold(kLevel, place.why);
    return draft.withhold(kClass, place.why);
  }
  if (place.transport == Transport::infiniband)
    draft.withhold(kLevel, "the service level of InfiniBand is the subnet manager's; nothing here tells another than 0");
  if (place.transport == Transport::roce) decide_class(place, draft);
}

}  // namespace railhead::nccl
