#include "manifest/job/profile.h"

namespace railhead::manifest::job {

bool is_roce(Fabric fabric) {
  return fabric == Fabric::sriov_roce || fabric == Fabric::host_device_roce || fabric == Fabric::macvlan_roce;
}

bool has_attachments(Fabric fabric) { return fabric != Fabric::shared_infiniband; }

}  // namespace railhead::manifest::job
