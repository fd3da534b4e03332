#include <algorithm>

#include "base/text.h"
#include "facts/gpu/gpu.h"

namespace railhead::facts {
namespace {

/// Keeps the names at the shortest distance seen so far.
class Closest {
 public:
  explicit Closest(const PciFunction& gpu) : gpu_(gpu) {}

  void offer(const PciFunction& nic, const std::string& name) {
    const std::optional<Distance> found = distance(gpu_, nic);
    if (!found || (best_ && *found > best_->distance)) return;
    if (!best_ || *found < best_->distance) best_ = NearestNics{.distance = *found, .names = {}};
    if (*found != Distance::unknown_host_bridges) best_->names.push_back(name);
  }

  std::optional<NearestNics>& best() { return best_; }

 private:
  const PciFunction& gpu_;
  std::optional<NearestNics> best_;
};

void offer_devices(const Pci& pci, const Rdma& rdma, Closest& closest) {
  if (!rdma.devices) return;
  for (const Device& device : *rdma.devices) {
    const PciFunction* nic = device.pci_address ? find(pci, *device.pci_address) : nullptr;
    if (nic) closest.offer(*nic, device.name);
  }
}

void offer_functions(const Pci& pci, Closest& closest) {
  for (const PciFunction& function : *pci.functions)
    if (is_rdma_capable(function) || is_slingshot(function)) closest.offer(function, function.address);
}

}  // namespace

Known<NearestNics> nearest_nics(const PciFunction& gpu, const Pci& pci, const Rdma& rdma) {
  constexpr const char* kSource = "PCI paths below /sys/devices";
  if (!pci.functions) return {pci.functions.missing(), pci.functions.source()};
  Closest closest(gpu);
  offer_devices(pci, rdma, closest);
  if (!closest.best()) offer_functions(pci, closest);
  if (!closest.best()) return {Missing{.why = Why::not_found, .detail = "no NIC that carries RDMA"}, kSource};
  std::ranges::sort(closest.best()->names, base::natural_less);
  return {std::move(*closest.best()), kSource};
}

}  // namespace railhead::facts
