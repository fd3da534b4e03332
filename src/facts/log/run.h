#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/known.h"
#include "facts/log/bandwidth.h"

/// What logs of a job say. The source of each fact is "FILE:LINE". Formats: NCCL 2.2 to 2.31, RCCL, and the libraries below.
namespace railhead::facts {

/// An HCA as NCCL lists it: "mlx5_0:1/RoCE".
struct LogHca {
  std::string name;
  unsigned port = 0;
  std::string link_layer;  // "IB" or "RoCE", as written
  bool operator==(const LogHca&) const = default;
};

/// Channels by what carries them. Only those over a network leave the node.
struct Channels {
  std::uint64_t p2p = 0;
  std::uint64_t shared_memory = 0;
  std::uint64_t rdma = 0;       // NET/IB and the plugins that are built on it
  std::uint64_t gpudirect = 0;  // of these, with GDRDMA
  std::uint64_t socket = 0;
  std::uint64_t other = 0;  // another plugin
  std::uint64_t pxn = 0;    // of those over a network: by way of another GPU's adapter
  std::uint64_t local() const { return p2p + shared_memory; }
  bool any_network() const { return rdma + socket + other > 0; }
};

/// GPUDirect RDMA of one HCA, as the log has it.
struct LogGpuDirect {
  std::string hca;
  Known<bool> enabled;
  std::string why = {};  // it is off, in NCCL's words: "no module"
};

/// One process and GPU of a job; host is empty in logs that lost the start of their lines.
struct LogRank {
  std::string host = {};
  std::uint64_t process = 0;
  unsigned device = 0;                // the number in brackets: a CUDA device
  std::optional<unsigned> rank = {};  // of the largest communicator seen
  std::optional<unsigned> ranks = {};
  Known<std::string> version = {};                // where it tells one itself; mostly rank 0 does, for all
  Known<std::string> bootstrap = {};              // interface: "eth0"
  Known<std::string> network = {};                // "IB", "Socket", "IBext_v8", "AWS Libfabric"
  Known<std::string> socket = {};                 // the interface of "NET/Socket : Using"
  Known<std::vector<LogHca>> hcas = {};           // usable ones; empty: NCCL found none
  unsigned listed_devices = 0;                    // the highest number of that list, and one: a paste may have lost lines
  std::vector<Known<std::string>> unopened = {};  // visible devices that could not be opened
  std::vector<LogGpuDirect> gpudirect = {};
  std::vector<Known<std::string>> too_far = {};  // adapters that are too far from the GPU for it: "HCA 1 (distance 6 > 5)"
  Known<std::string> plugin = {};                // "IBext_v8", "NCCL RDMA Plugin v8"
  Known<std::string> first_error = {};           // the line about the first fault that this rank tells of
  Channels channels = {};
  std::string rdma_channel = {};  // where the first of its kind stands
  std::string socket_channel = {};
};

/// A failed work request: enum ibv_wc_status, and what NCCL prints beside it (not opcode and length, which are undefined then).
struct Completion {
  unsigned status = 0;
  std::optional<unsigned> vendor = {};
  std::string peer = {};
  std::string local_gid = {};
  std::string remote_gid = {};
  std::string hca = {};
};

/// A call into libibverbs that failed. `error` is the errno, where a number or the words of strerror(3) tell it; `gid_index` is
/// that of the local GID.
struct VerbsCall {
  std::string name;  // "ibv_modify_qp"
  std::optional<int> error = {};
  std::string device = {};
  std::optional<unsigned> gid_index = {};
  std::string local_gid = {};
  std::string remote_gid = {};
};

enum class LogFault {
  completion,          // a work request completed with an error
  verbs_call,          // a call into libibverbs failed
  no_interface,        // NCCL found no interface for its bootstrap
  connection_lost,     // a TCP connection between ranks broke or was refused
  libibverbs_missing,  // libibverbs is not in the image
  provider_missing,    // libibverbs has no driver for a device
  abi_mismatch,        // a provider does not know the kernel's ABI
  gid_unreadable,      // reading a GID's type failed
  gid_link_local,      // a program says that it takes a link-local GID of a RoCE port: `call` tells which
  region_failed,       // a program could not register memory, without more words
  bad_address,         // EFAULT, in words of its own
  limit_denied,        // a runtime or program may not raise the memlock limit
  driver_mkey,         // the adapter's driver could not make a memory key
  netns_mode,          // the RDMA subsystem is in the other namespace mode
  cm_no_device,        // rdma_cm found no RDMA device for an address
  efa_no_device,
  efa_refused,
  pin_failed,          // memory could not be pinned or a queue not made, in words without a call of libibverbs
  gpudirect_off,       // a library turns GPUDirect RDMA off
  collective_timeout,  // a collective operation did not end in time: a watchdog of PyTorch's or NCCL's
  remote_exited,       // NCCL's words for a peer that is gone
  rank_failed,         // a launcher reports that a process ended with an error
  terminated,          // a process was ended with SIGTERM
};

/// One kind of fault at one rank. `text` is the line, shortened; `count`: how often it was seen.
struct LogEvent {
  LogFault fault = LogFault::completion;
  std::string text = {};
  std::string source = {};
  std::string host = {};
  std::uint64_t count = 1;
  std::string points_to = {};  // the rank or peer whose log tells more: "rank 3", "node-b<4100>"
  Completion completion = {};
  VerbsCall call = {};
};

/// The two ways to GPU memory that UCX found for a device, at its debug level.
struct LogGpuWays {
  std::string hca;
  Known<bool> peer_memory;
  Known<bool> dma_buf;
};

/// All that the logs of one job say, in the order of the first line about it.
struct LogRun {
  std::vector<LogRank> ranks = {};
  std::vector<LogEvent> events = {};
  std::uint64_t events_left_out = 0;      // of other kinds or ranks than the first few thousand
  bool lists_by_line = false;             // a line for each device, as 2.4 has it
  std::uint64_t lines_left_out = 0;       // of more ranks than are kept
  bool names_network = false;             // some rank said "Using network", as all do since 2.6
  Known<std::string> version = {};        // "2.21.5+cuda12.4"
  Known<std::string> version_range = {};  // "2.24 or later", from the form of a line
  bool rccl = false;
  std::vector<LogGpuWays> gpu_ways = {};
  Known<std::uint64_t> memlock = {};            // bytes: the soft limit, where a library states it
  Known<std::string> ofi_provider = {};         // "efa"; "" where OFI runs and names none
  Known<std::string> mixed_device_counts = {};  // "min 1, max 2"
  std::uint64_t lines = 0;                      // lines of NCCL's
  std::string first_line = {};
  std::vector<BandwidthTable> bandwidth = {};
  bool seen() const { return lines > 0 || !events.empty(); }
};

}  // namespace railhead::facts
