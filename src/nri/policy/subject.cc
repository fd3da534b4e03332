#include "nri/policy/subject.h"

#include <algorithm>

#include "nri/policy/match.h"

namespace railhead::nri {

bool has_rdma_device(const Subject& subject) { return rdma_device_of(subject) != nullptr; }

const Device* rdma_device_of(const Subject& subject) {
  // "u" is a character device without a buffer, which Linux makes no difference of.
  const auto found = std::ranges::find_if(subject.devices, [](const Device& device) {
    return (device.type == "c" || device.type == "u") && device.path.starts_with("/dev/infiniband/");
  });
  return found == subject.devices.end() ? nullptr : &*found;
}

}  // namespace railhead::nri
