#pragma once

#include "text/block.h"

/// One file a kind, named like it.
namespace railhead::text::listing {

Kind dev_infiniband();
Kind gid_lines();
Kind ibstat();
Kind ibstatus();
Kind ibv_devinfo();
Kind ip_addr();
Kind perftest();
Kind pod_devices();
Kind rdma_link();
Kind show_gids();
Kind sysfs();

}  // namespace railhead::text::listing
