#include "flow/verify/ranks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "finding/log/proof.h"
#include "flow/verify/why.h"
#include "memlock/model.h"

namespace railhead::flow {
namespace {

using facts::RankProof;
using facts::RankUse;
using facts::RankWay;

constexpr std::uint64_t kLeastTraffic = std::uint64_t{1} << 20U;  // less is what managers and addresses say to each other

std::optional<std::uint64_t> pinned_by(const std::vector<facts::PinningProcess>& processes) {
  std::optional<std::uint64_t> bytes;
  for (const facts::PinningProcess& each : processes)
    if (each.process.vm_pin) bytes = bytes.value_or(0) + each.process.vm_pin->value;
  return bytes;
}

/// What all rows of a pod share.
RankUse row_of(const TakenPod& pod, const TakenJob& job) {
  RankUse row{.pod = pod.pod.name, .node = pod.pod.node};
  row.pinned = pinned_by(pod.processes);
  if (pod.after) row.moved = facts::movement(pod.before, *pod.after);
  if (!pod.machine) return row;
  const facts::Machine& machine = job.machines[*pod.machine];
  const memlock::Model model = memlock::model(machine.process, machine.memory);
  if (!model.predicted) return row;
  row.memlock_unlimited = model.predicted->unlimited();
  if (!row.memlock_unlimited) row.memlock = model.predicted->limit->value;
  return row;
}

/// Ports that moved more than a trace.
std::vector<std::string> busy_ports(const RankUse& row) {
  std::vector<std::string> ports;
  if (!row.moved || !row.moved->rdma) return ports;
  for (const facts::Moved& each : *row.moved->rdma)
    if (each.bytes >= kLeastTraffic) ports.push_back(each.name);
  return ports;
}

RankWay way_of(check::LogNetwork network) {
  switch (network) {
    case check::LogNetwork::rdma: return RankWay::rdma;
    case check::LogNetwork::socket: return RankWay::sockets;
    case check::LogNetwork::other: return RankWay::other;
    case check::LogNetwork::unknown: return RankWay::unknown;
  }
  return RankWay::unknown;
}

void take_log(const facts::LogRun& log, const facts::LogRank& rank, RankUse& row) {
  row.rank = rank.rank;
  row.gpu = rank.device;
  row.way = way_of(check::network_of(log, rank));
  if (row.way == RankWay::unknown) return;
  row.proof = RankProof::log;
  if (row.way != RankWay::rdma) return;
  if (rank.hcas)
    for (const facts::LogHca& hca : *rank.hcas)
      if (std::ranges::find(row.hcas, hca.name) == row.hcas.end()) row.hcas.push_back(hca.name);
  if (rank.channels.rdma > 0) row.gpudirect = rank.channels.gpudirect > 0;
}

/// Where no log tells: RDMA that was counted. That nothing was counted proves nothing; the job may be idle.
void take_counters(RankUse& row) {
  if (row.way != RankWay::unknown) return;
  std::vector<std::string> ports = busy_ports(row);
  if (ports.empty()) return;
  row.way = RankWay::rdma;
  row.proof = RankProof::counters;
  row.hcas = std::move(ports);
}

RankUse missing_row(const TakenPod& pod) {
  return {
      .pod = pod.pod.name, .node = pod.pod.node, .way = RankWay::missing, .verdict = "missing: " + base::one_line(pod.missing)};
}

/// The pod whose host name a line of a log has: mpirun's launcher tells of all, under their names.
const TakenPod* pod_named(const std::map<std::string, const TakenPod*>& by_name, const std::string& host) {
  const auto found = by_name.find(host.substr(0, host.find('.')));
  return found == by_name.end() ? nullptr : found->second;
}

bool row_less(const RankUse& a, const RankUse& b) {
  if (a.rank.has_value() != b.rank.has_value()) return a.rank.has_value();
  if (a.rank != b.rank) return *a.rank < *b.rank;
  return base::natural_less(a.pod, b.pod);
}

class Rows {
 public:
  Rows(const TakenJob& job, const facts::LogRun& log, const std::vector<PodFindings>& findings)
      : job_(job), log_(log), findings_(findings) {
    for (const TakenPod& pod : job.pods) by_name_[pod.pod.name] = &pod;
  }

  std::vector<RankUse> all() {
    for (const TakenPod& pod : job_.pods)
      for (const facts::LogRank& rank : pod.log.ranks) add_rank(pod, rank);
    for (const TakenPod& pod : job_.pods) {
      if (!pod.missing.empty())
        rows_.push_back(missing_row(pod));
      else if (!told_.contains(pod.pod.name) && !pod.pod.launcher)
        add(row_of(pod, job_));
    }
    std::ranges::stable_sort(rows_, row_less);
    return std::move(rows_);
  }

 private:
  void add_rank(const TakenPod& writer, const facts::LogRank& rank) {
    const TakenPod* named = pod_named(by_name_, rank.host);
    const TakenPod& pod = named ? *named : writer;
    told_[pod.pod.name] = true;
    if (!pod.missing.empty()) return;  // what it was before it went is no use of now
    RankUse row = row_of(pod, job_);
    take_log(log_, rank, row);
    add(std::move(row));
  }

  /// Of a rank that was started again in its pod, what it is now.
  void add(RankUse row) {
    take_counters(row);
    row.verdict = verdict_of_rank(row, findings_);
    const auto before = std::ranges::find_if(
        rows_, [&](const RankUse& other) { return row.rank && other.rank == row.rank && other.pod == row.pod; });
    if (before == rows_.end())
      rows_.push_back(std::move(row));
    else
      *before = std::move(row);
  }

  const TakenJob& job_;
  const facts::LogRun& log_;
  const std::vector<PodFindings>& findings_;
  std::map<std::string, const TakenPod*> by_name_;
  std::map<std::string, bool> told_;
  std::vector<RankUse> rows_;
};

std::size_t count(const std::vector<RankUse>& ranks, RankWay way) {
  return static_cast<std::size_t>(std::ranges::count(ranks, way, &RankUse::way));
}

}  // namespace

std::vector<RankUse> ranks_of(const TakenJob& job, const facts::LogRun& log, const std::vector<PodFindings>& findings) {
  return Rows(job, log, findings).all();
}

namespace {

/// How many ranks the log says that the job has; nothing where it says none.
std::optional<unsigned> told_ranks(const facts::LogRun& log) {
  std::optional<unsigned> most;
  for (const facts::LogRank& rank : log.ranks)
    if (rank.ranks && *rank.ranks > most.value_or(0)) most = rank.ranks;
  return most;
}

}  // namespace

unsigned unseen_ranks(const std::vector<RankUse>& ranks, const facts::LogRun& log) {
  std::set<unsigned> seen;
  for (const RankUse& row : ranks)
    if (row.rank) seen.insert(*row.rank);
  const std::size_t told = told_ranks(log).value_or(0);
  return told > seen.size() ? static_cast<unsigned>(told - seen.size()) : 0;
}

std::string verdict_of(const std::vector<RankUse>& ranks, const facts::LogRun& log, const std::vector<check::Result>& results) {
  const bool named = std::ranges::any_of(ranks, [](const RankUse& row) { return row.rank.has_value(); });
  const char* noun = named ? "rank" : "pod";
  const std::size_t rdma = count(ranks, RankWay::rdma);
  std::string text = rdma == ranks.size() ? base::format("All {} use RDMA", base::counted(rdma, noun))
                                          : base::format("{} of {} use RDMA", rdma, base::counted(ranks.size(), noun));
  if (ranks.size() == 1)
    text = rdma == 1 ? base::format("The one {} uses RDMA", noun) : base::format("The one {} does not use RDMA", noun);
  const auto add = [&](RankWay way, const char* words) {
    if (const std::size_t n = count(ranks, way); n > 0) text += base::format("; {} {}", n, words);
  };
  add(RankWay::sockets, "over sockets");
  add(RankWay::other, "over another network");
  add(RankWay::unknown, "not proved");
  add(RankWay::missing, "missing");
  const std::size_t seen =
      static_cast<std::size_t>(std::ranges::count_if(ranks, [](const RankUse& row) { return row.rank.has_value(); }));
  if (const auto told = told_ranks(log); told && seen < *told)
    text += base::format("; of the {} ranks that the log counts, {} are seen", *told, seen);
  const auto first = std::ranges::find_if(results, [](const check::Result& result) {
    return result.finding.verdict == check::Verdict::violated && result.finding.severity == check::Severity::error;
  });
  if (first != results.end()) text += "; the first fault is " + first->check->id;
  return text + ".";
}

}  // namespace railhead::flow
