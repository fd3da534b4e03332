#pragma once

#include "text/block.h"

/// One file a kind, named like it.
namespace railhead::text::node {

/// Lines of dmesg, journalctl -k and /var/log about modules that were not loaded, refused DMA, and the IOMMU's default.
Kind kernel_log();

/// Denials of SELinux: the audit log, ausearch, and what setroubleshoot makes of them.
Kind audit_log();

/// lspci -vv and -vvv, whole or the lines that grep left of it.
Kind lspci();

/// The matrix of `nvidia-smi topo -m` and its legend of adapters.
Kind gpu_topology();

/// Counters of RDMA ports: files below hw_counters and counters, `rdma statistic`, and their names with a value.
Kind rdma_counters();

/// `rdma system`: the network namespace mode.
Kind rdma_system();

}  // namespace railhead::text::node
