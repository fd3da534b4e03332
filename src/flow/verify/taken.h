#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facts/activity/pinning_process.h"
#include "facts/activity/traffic.h"
#include "facts/cluster/pod/pod.h"
#include "facts/log/run.h"
#include "facts/machine.h"

/// What `verify` takes of the pods of a job, and what it makes of it.
namespace railhead::flow {

/// Of one pod. `missing`: why it could not be asked; empty where it was. `machine`: its place among the machines.
/// `log_missing`: why its log could not be read.
struct TakenPod {
  facts::Pod pod;
  std::string missing = {};
  std::string silence = {};  // of a missing one: "not-running", "timeout", "gone", "no-program", "refused", "absent", "other"
  bool old_program = false;
  std::optional<std::size_t> machine = {};
  std::vector<facts::PinningProcess> processes = {};
  facts::Traffic before = {};
  std::optional<facts::Traffic> after = {};
  facts::LogRun log = {};
  std::string log_missing = {};
  bool log_cut = false;  // the middle of a long one was not read
};

/// Of the whole job. `names` are those of the machines: their pods'.
struct TakenJob {
  std::vector<TakenPod> pods = {};
  std::vector<facts::Machine> machines = {};
  std::vector<std::string> names = {};
};

/// `machine` as its ranks find it: limits and rights of a process of the job, which its launcher may have raised, count before
/// those of the program that was run beside it.
void put_in_place_of_ours(const std::vector<facts::PinningProcess>& processes, facts::Machine& machine);

/// Where no process of the job was seen: what ours may pin says nothing of what its launcher left to the ranks.
void forget_limits(facts::Machine& machine);

/// The logs of all pods as that of one job.
facts::LogRun whole_log(const std::vector<TakenPod>& pods);

}  // namespace railhead::flow
