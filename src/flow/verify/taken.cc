#include "flow/verify/taken.h"

#include <algorithm>
#include <array>

namespace railhead::flow {
namespace {

constexpr std::size_t kMostEvents = 4096;
constexpr std::size_t kMostTables = 64;

template <class T>
void take_first(facts::Known<T>& known, const facts::Known<T>& other) {
  if (!known && other) known = other;
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

void add(facts::LogRun& whole, const facts::LogRun& part) {
  append(whole.ranks, part.ranks);
  append(whole.gpu_ways, part.gpu_ways);
  const std::size_t room = kMostEvents - std::min(kMostEvents, whole.events.size());
  const std::size_t taken = std::min(room, part.events.size());
  whole.events.insert(whole.events.end(), part.events.begin(), part.events.begin() + static_cast<std::ptrdiff_t>(taken));
  whole.events_left_out += part.events_left_out + (part.events.size() - taken);
  whole.lists_by_line = whole.lists_by_line || part.lists_by_line;
  whole.lines_left_out += part.lines_left_out;
  whole.names_network = whole.names_network || part.names_network;
  whole.rccl = whole.rccl || part.rccl;
  whole.lines += part.lines;
  if (whole.first_line.empty()) whole.first_line = part.first_line;
  if (whole.bandwidth.size() < kMostTables) append(whole.bandwidth, part.bandwidth);
  take_first(whole.version, part.version);
  take_first(whole.version_range, part.version_range);
  take_first(whole.memlock, part.memlock);
  take_first(whole.ofi_provider, part.ofi_provider);
  take_first(whole.mixed_device_counts, part.mixed_device_counts);
}

/// The first process of a container that is no job: the pause of a shared namespace, or an init that starts the job.
bool is_bystander(const facts::PinningProcess& process) {
  static constexpr std::array<std::string_view, 5> kNames = {"pause", "systemd", "tini", "dumb-init", "catatonit"};
  return std::ranges::find(kNames, process.name) != kNames.end();
}

}  // namespace

void put_in_place_of_ours(const std::vector<facts::PinningProcess>& processes, facts::Machine& machine) {
  auto chosen = std::ranges::find_if(processes, &facts::PinningProcess::uses_rdma);
  if (chosen == processes.end())
    chosen = std::ranges::find_if(processes, [](const facts::PinningProcess& each) { return !is_bystander(each); });
  if (chosen == processes.end() || !chosen->process.memlock || !chosen->process.capabilities) return;
  facts::Process process = chosen->process;
  process.initial_user_namespace = machine.process.initial_user_namespace;  // of the container, not of a process
  process.cpu_quota = machine.process.cpu_quota;
  process.security_label = machine.process.security_label;
  machine.process = std::move(process);
}

void forget_limits(facts::Machine& machine) {
  const facts::Missing missing{.why = facts::Why::unavailable, .detail = "the snapshot is of another process than the ranks"};
  machine.process.memlock = {missing, "/proc/PID/limits"};
  machine.process.capabilities = {missing, "/proc/PID/status"};
}

facts::LogRun whole_log(const std::vector<TakenPod>& pods) {
  facts::LogRun whole;
  for (const TakenPod& pod : pods) add(whole, pod.log);
  return whole;
}

}  // namespace railhead::flow
