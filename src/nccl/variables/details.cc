#include "nccl/variables/details.h"

#include <algorithm>
#include <limits>

namespace railhead::nccl {
namespace {

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();

/// Bounds are those of the fields of InfiniBand and of NCCL's manual (Environment Variables).
struct Bounds {
  std::string_view name;
  std::int64_t lowest;
  std::int64_t highest;
  std::string_view meaning;
};

constexpr Bounds kNumbers[] = {
    {"NCCL_CROSS_NIC", 0, 2, "whether rings may leave a node by another rail than they came: 0 never, 1 yes, 2 if needed"},
    {"NCCL_CUMEM_ENABLE", -2, 1, "1 takes GPU memory by CUDA's cuMem functions, which DMA-BUF and NVLink registration need"},
    {"NCCL_DMABUF_ENABLE", 0, 1, "0 leaves DMA-BUF unused, one of the two ways to GPUDirect RDMA"},
    {"NCCL_IB_ADAPTIVE_ROUTING", -2, 1, "1 uses adaptive routing of the fabric, the default on InfiniBand only"},
    {"NCCL_IB_DISABLE", 0, 1, "1 turns NCCL's own InfiniBand and RoCE transport off: TCP is used, unless a plugin has RDMA"},
    {"NCCL_IB_FIFO_TC", -1, 255, "traffic class of control messages"},
    {"NCCL_IB_GID_INDEX", -1, 255, "one GID index for all devices; -1 lets NCCL choose, since 2.21"},
    {"NCCL_IB_MERGE_NICS", 0, 1, "1 makes the two ports of one adapter one device"},
    {"NCCL_IB_PCI_RELAXED_ORDERING", 0, 2, "relaxed ordering of PCIe writes: 2 where the adapter can"},
    {"NCCL_IB_PKEY", 0, 65535, "index in the partition table"},
    {"NCCL_IB_QPS_PER_CONNECTION", 1, 128, "queue pairs of a connection"},
    {"NCCL_IB_RETRY_CNT", 0, 7, "tries before a connection is given up"},
    {"NCCL_IB_ROCE_VERSION_NUM", 1, 2, "the RoCE version of the GIDs that NCCL chooses"},
    {"NCCL_IB_SL", -1, 15, "service level; must be the fabric's lossless one"},
    {"NCCL_IB_TC", -1, 255, "traffic class; must be the fabric's lossless one"},
    {"NCCL_IB_TIMEOUT", 1, 31, "how long an answer may take, 4.096 us * 2^N"},
    {"NCCL_MAX_CTAS", 1, kAny, "the most GPU blocks NCCL uses"},
    {"NCCL_MAX_NCHANNELS", 1, kAny, "the most channels"},
    {"NCCL_MIN_CTAS", 1, kAny, "the fewest GPU blocks NCCL uses"},
    {"NCCL_MIN_NCHANNELS", 1, kAny, "the fewest channels"},
    {"NCCL_NET_GDR_READ", -2, 1, "1 lets the adapter read GPU memory too when it sends"},
    {"NCCL_NSOCKS_PERTHREAD", -2, 64, "sockets of each thread of the TCP transport; with the threads at most 64"},
    {"NCCL_P2P_DISABLE", 0, 1, "1 keeps GPUs of one node from each other's memory"},
    {"NCCL_SHM_DISABLE", 0, 1, "1 sends between processes of one node through the network"},
    {"NCCL_SOCKET_NTHREADS", -2, 16, "threads of each connection of the TCP transport"},
};

struct Choice {
  std::string_view name;
  std::vector<std::string_view> words;
  bool case_matters;
  std::string_view meaning;
};

const std::vector<Choice>& choices() {
  static const std::vector<std::string_view> kLevels = {"LOC", "NVL", "NVB", "C2C", "PIX", "PXB", "P2C", "PXN", "PHB", "SYS"};
  static const std::vector<Choice> kChoices = {
      {"NCCL_DEBUG", {"VERSION", "WARN", "INFO", "ABORT", "TRACE"}, false, "how much NCCL says"},
      {"NCCL_IB_ADDR_FAMILY", {"AF_INET", "AF_INET6"}, true, "whether NCCL chooses IPv4 or IPv6 GIDs"},
      {"NCCL_LAUNCH_MODE", {"GROUP", "PARALLEL"}, true, "how kernels of several GPUs of a process are launched"},
      {"NCCL_NET_GDR_LEVEL", kLevels, true, "how far a GPU and an adapter may be apart for GPUDirect RDMA"},
      {"NCCL_P2P_LEVEL", kLevels, true, "how far two GPUs may be apart for direct access"},
      {"NCCL_SOCKET_FAMILY", {"AF_INET", "AF_INET6"}, true, "whether sockets use IPv4 or IPv6"},
  };
  return kChoices;
}

struct Other {
  std::string_view name;
  Kind kind;
  std::string_view meaning;
};

constexpr Other kOthers[] = {
    {"NCCL_CONF_FILE", Kind::text, "a file of settings in place of ~/.nccl.conf"},
    {"NCCL_IB_ADDR_RANGE", Kind::text, "the subnet whose GIDs NCCL chooses from"},
    {"NCCL_IB_HCA", Kind::devices, "which RDMA devices and ports NCCL uses"},
    {"NCCL_NET", Kind::text, "the one network NCCL may use: IB, Socket or a plugin's; where it is not to be had the job fails"},
    {"NCCL_NET_PLUGIN", Kind::text, "the network plugin to load; none loads no plugin"},
    {"NCCL_OOB_NET_IFNAME", Kind::devices, "which devices carry the start of a job"},
    {"NCCL_SOCKET_IFNAME", Kind::interfaces, "which interfaces carry the start of a job and, without RDMA, its data"},
};

struct Gone {
  std::string_view name;
  std::string_view instead;
  bool before_source = false;
};

/// What NCCL's manual and its source put in the place of a variable.
constexpr Gone kGone[] = {
    {"NCCL_CHECKS_DISABLE", "NCCL_CHECK_MODE", true},
    {"NCCL_CHECK_POINTERS", "NCCL_CHECK_MODE"},
    {"NCCL_IB_CUDA_SUPPORT", "NCCL_NET_GDR_LEVEL"},
    {"NCCL_IB_GDR_LEVEL", "NCCL_NET_GDR_LEVEL"},
    {"NCCL_LL_THRESHOLD", "NCCL_PROTO"},
    {"NCCL_MNNVL", "NCCL_MNNVL_ENABLE"},
    {"NCCL_NCCL_ALLOC_P2P_NET_LL_BUFFERS", "NCCL_ALLOC_P2P_NET_LL_BUFFERS"},
    {"NCCL_RINGS", "NCCL_GRAPH_FILE"},
    {"NCCL_SINGLE_RING_THRESHOLD", "NCCL_ALGO", true},
    {"NCCL_THREAD_THRESHOLD", "NCCL_THREAD_THRESHOLDS"},
    {"NCCL_TREE_THRESHOLD", "NCCL_ALGO"},
    {"NCCL_WORK_FIFO_DEPTH", "NCCL_WORK_FIFO_BYTES"},
};

const Gone* gone(std::string_view name) {
  const auto found = std::ranges::find(kGone, name, &Gone::name);
  return found == std::end(kGone) ? nullptr : found;
}

}  // namespace

void describe(Variable& variable) {
  if (const auto found = std::ranges::find(kNumbers, variable.name, &Bounds::name); found != std::end(kNumbers)) {
    variable.kind = Kind::number;
    variable.lowest = found->lowest;
    if (found->highest != kAny) variable.highest = found->highest;
    variable.meaning = found->meaning;
  }
  if (const auto found = std::ranges::find(choices(), variable.name, &Choice::name); found != choices().end()) {
    variable.kind = Kind::words;
    variable.words = found->words;
    variable.case_matters = found->case_matters;
    variable.meaning = found->meaning;
  }
  if (const auto found = std::ranges::find(kOthers, variable.name, &Other::name); found != std::end(kOthers)) {
    variable.kind = found->kind;
    variable.meaning = found->meaning;
  }
}

std::string_view replacement(std::string_view name) {
  const Gone* found = gone(name);
  return found == nullptr ? "" : found->instead;
}

bool is_before_source(std::string_view name) {
  const Gone* found = gone(name);
  return found != nullptr && found->before_source;
}

}  // namespace railhead::nccl
