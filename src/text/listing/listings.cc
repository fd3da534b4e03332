#include "text/listing/listings.h"

#include "text/listing/kinds.h"

namespace railhead::text {

const std::vector<Kind>& listings() {
  static const std::vector<Kind> kinds = {listing::ibv_devinfo(),    listing::ibstat(),     listing::ibstatus(),
                                          listing::show_gids(),      listing::gid_lines(),  listing::rdma_link(),
                                          listing::dev_infiniband(), listing::sysfs(),      listing::ip_addr(),
                                          listing::perftest(),       listing::pod_devices()};
  return kinds;
}

}  // namespace railhead::text
