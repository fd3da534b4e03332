#include "text/fault/signature.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "text/fault/anchors.h"
#include "text/fault/blamed.h"
#include "text/fault/completion.h"
#include "text/fault/verbs_call.h"

namespace railhead::text {
namespace {

using facts::LogFault;

constexpr std::size_t kMostText = 400;  // bytes of a line that are kept

/// Words that only this fault is written with. `also`: a second piece that has to follow; empty: none.
struct Signature {
  LogFault fault;
  std::string_view text;
  std::string_view also;
};

constexpr auto kSignatures = std::to_array<Signature>({
    {LogFault::no_interface, "no socket interface found", ""},
    {LogFault::no_interface, "with family ", "is neither AF_INET"},
    {LogFault::connection_lost, "Connection closed by remote peer", ""},
    {LogFault::connection_lost, "socketStartConnect: Connect to", "failed"},
    {LogFault::connection_lost, "Net : Connect to", "failed"},
    {LogFault::connection_lost, "Net : Connection closed by remote peer", ""},
    {LogFault::connection_lost, "Call to connect ", "failed"},
    {LogFault::libibverbs_missing, "Failed to open libibverbs.so", ""},
    {LogFault::libibverbs_missing, "libibverbs.so.1: cannot open shared object file", ""},
    {LogFault::provider_missing, "couldn't open config directory", ""},
    {LogFault::provider_missing, "libibverbs: Warning: no userspace device-specific driver found", ""},
    {LogFault::abi_mismatch, "does not support the kernel ABI of", ""},
    {LogFault::gid_unreadable, "read failed in ncclIbRoceGetVersionNum", ""},
    {LogFault::region_failed, "Couldn't allocate MR", ""},
    {LogFault::region_failed, "Could not allocate MR", ""},
    {LogFault::region_failed, "Couldn't register MR", ""},
    {LogFault::region_failed, "Failed to create MR", ""},
    {LogFault::region_failed, "Failed to register MR", ""},
    {LogFault::region_failed, "failed to register MR", ""},
    {LogFault::region_failed, "ailed to register memory region", ""},
    {LogFault::region_failed, "MR creation failed", ""},
    {LogFault::region_failed, "MR registration failed", ""},
    {LogFault::pin_failed, "Libfabric error: (-12)", ""},
    {LogFault::pin_failed, "Failure to post internal receive buffers", ""},
    {LogFault::pin_failed, "Unable to register MR", "Cannot allocate memory"},
    {LogFault::pin_failed, "nable to register memory", "RC: -12"},
    {LogFault::pin_failed, "fi_mr_reg", "Cannot allocate memory"},
    {LogFault::pin_failed, "/dev/infiniband/uverbs", "ENOMEM"},
    {LogFault::pin_failed, "rdma_iba_hca_init", "cannot create"},
    {LogFault::pin_failed, "Please set max locked memory", ""},
    {LogFault::pin_failed, "allocate some locked memory", ""},
    {LogFault::gpudirect_off, "disabling GDR", ""},
    {LogFault::bad_address, "ERRNO: Bad address", ""},
    {LogFault::limit_denied, "setrlimit", "RLIMIT_MEMLOCK"},
    {LogFault::limit_denied, "error setting rlimit type 8", ""},
    {LogFault::driver_mkey, "async reg mr failed", "status"},
    {LogFault::driver_mkey, "mlx5_", "create mkey failed"},
    {LogFault::netns_mode, "incorrect RDMA subsystem network namespace", ""},
    // ENODEV of rdma_resolve_addr(3), as rping, perftest, UCX and librdmacm's samples word it.
    {LogFault::cm_no_device, "RDMA_CM_EVENT_ADDR_ERROR", " -19"},
    {LogFault::cm_no_device, "rdma_resolve_addr", "No such device"},
    {LogFault::cm_no_device, "rdma_resolve_addr", " -19"},
    {LogFault::efa_no_device, "fi_getinfo() call failed: No data available", ""},
    {LogFault::efa_refused, "efa:", "prov_err: Not a directory (20)"},
    // What is seen when another process has failed: PyTorch's ProcessGroupNCCL.cpp, NCCL's strings for its result codes,
    // torchrun's and mpirun's reports.
    {LogFault::collective_timeout, "Watchdog caught collective operation timeout", ""},
    {LogFault::collective_timeout, "ran for ", "milliseconds before timing out"},
    {LogFault::remote_exited, "remote process exited or there was a network error", ""},
    {LogFault::connection_lost, "socketProgress", "Broken pipe"},
    {LogFault::connection_lost, "Call to send", "Broken pipe"},
    {LogFault::connection_lost, "Call to recv", "Connection reset by peer"},
    {LogFault::connection_lost, "failed : Broken pipe", ""},
    {LogFault::rank_failed, "torch.distributed.elastic.multiprocessing.errors.ChildFailedError", ""},
    {LogFault::rank_failed, "mpirun detected that one or more processes exited with non-zero status", ""},
    {LogFault::rank_failed, "noticed that process rank ", " exited on signal "},
    {LogFault::terminated, "closing signal SIGTERM", ""},
    {LogFault::terminated, "exitcode: -15", ""},
    {LogFault::terminated, "exitcode  : -15", ""},
    {LogFault::rank_failed, "rank      : ", " (local_rank: "},
    {LogFault::terminated, "exit code 143", ""},
});

/// What every line about a fault holds one of: a line without them is not searched further.
const Anchors& anchors() {
  static const Anchors words({"resolve_addr",
                              "fail",
                              "Fail",
                              "ailed",
                              "rror",
                              "ibv_",
                              "RRNO",
                              "closed",
                              "couldn",
                              "Couldn",
                              "no socket",
                              "neither",
                              "incorrect",
                              "not support",
                              "cannot",
                              "no userspace",
                              "prov_err",
                              "setrlimit",
                              "Got completion",
                              "IBV_WC_",
                              "returned",
                              "GID_Index",
                              "ENOMEM",
                              "Unable",
                              "nable to",
                              "ocked memory",
                              "disabling",
                              "Could not",
                              "atchdog caught",
                              "before timing out",
                              "roken pipe",
                              "noticed that process",
                              "mpirun detected",
                              "SIGTERM",
                              "exitcode",
                              "exit code 143",
                              "(local_rank"});
  return words;
}

bool holds(std::string_view line, const Signature& signature) {
  const std::size_t at = line.find(signature.text);
  return at != std::string_view::npos && line.find(signature.also, at + signature.text.size()) != std::string_view::npos;
}

/// UCX tries what a device has, and says at these levels what it has not.
bool is_of_debugging(std::string_view line) {
  return line.find("UCX  DEBUG") != std::string_view::npos || line.find("UCX  TRACE") != std::string_view::npos;
}

facts::LogEvent event(LogFault fault, std::string_view line) {
  return {.fault = fault, .text = base::one_line(base::trimmed(line.substr(0, kMostText))), .points_to = blamed(fault, line)};
}

/// Mooncake's "RDMA device: mlx5_0, LID: 0, GID: (GID_Index 1) fe:80:00:...": LID 0 is what a RoCE port has, for on InfiniBand
/// such a GID is right.
std::optional<facts::LogEvent> link_local(std::string_view line) {
  constexpr std::string_view kDevice = "RDMA device: ";
  constexpr std::string_view kIndex = "(GID_Index ";
  const std::size_t device = line.find(kDevice);
  const std::size_t index = line.find(kIndex);
  if (device == std::string_view::npos || index == std::string_view::npos || device > index) return std::nullopt;
  const std::string_view gid = line.substr(std::min(line.size(), line.find(") ", index) + 2));
  if (!gid.starts_with("fe:80:") || line.find("LID: 0,", device) > index) return std::nullopt;
  facts::LogEvent found = event(LogFault::gid_link_local, line);
  const std::string_view name = line.substr(device + kDevice.size());
  found.call.device = base::one_line(name.substr(0, name.find_first_of(", ")));
  const std::string_view digits = line.substr(index + kIndex.size());
  if (const auto number = base::unsigned_number(digits.substr(0, digits.find(')'))); number && *number < 65536)
    found.call.gid_index = static_cast<unsigned>(*number);
  found.call.local_gid = base::one_line(gid.substr(0, gid.find_first_of(" \t")));
  return found;
}

/// A registration that says why it failed.
facts::LogEvent with_error(facts::LogEvent event) {
  if (event.fault == LogFault::region_failed) event.call.error = errno_in(event.text);
  return event;
}

/// Advice about locked memory behind the name of the call that failed: the call tells more.
facts::LogEvent pinning_event(std::string_view line) {
  const auto call = parse_verbs_call(line);
  facts::LogEvent found = event(call ? LogFault::verbs_call : LogFault::pin_failed, line);
  if (call) found.call = *call;
  return found;
}

}  // namespace

bool may_tell_of_fault(std::string_view line) { return anchors().any_in(line); }

std::optional<facts::LogEvent> fault_in(std::string_view line) {
  if (!anchors().any_in(line) || is_of_debugging(line)) return std::nullopt;
  if (const auto completion = parse_completion(line)) {
    facts::LogEvent found = event(LogFault::completion, line);
    found.completion = *completion;
    return found;
  }
  for (const Signature& signature : kSignatures) {
    if (!holds(line, signature)) continue;
    if (signature.fault != LogFault::pin_failed) return with_error(event(signature.fault, line));
    return pinning_event(line);
  }
  if (auto found = link_local(line)) return found;
  if (const auto call = parse_verbs_call(line)) {
    facts::LogEvent found = event(LogFault::verbs_call, line);
    found.call = *call;
    return found;
  }
  return std::nullopt;
}

}  // namespace railhead::text
