#include <algorithm>
#include <iterator>

#include "fabric/port/gids.h"
#include "finding/across.h"
#include "finding/finding.h"
#include "finding/log/gids.h"
#include "finding/rdma/ports.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

constexpr nccl::Version kChoosesItself{2, 21};
constexpr std::size_t kMostShown = 8;

struct PodIndexes {
  std::string name;
  std::vector<unsigned> right;  // for every port that its texts show
  Evidence evidence;
};

/// "pod-a.gids" of "dir/pod-a.gids:7": texts of several pods are told apart by their files.
std::string file_of(const std::string& place) {
  const std::string file = place.substr(0, place.rfind(':'));
  return file.substr(file.rfind('/') + 1);
}

/// Snapshots have names; their places are those of their machine.
std::string pod_of(const Input& input, std::size_t index, const Evidence& evidence) {
  return evidence.where.starts_with("/sys/") ? name_of_machine(input, index) : file_of(evidence.where);
}

/// The indexes that are RoCE v2 with an IPv4 address on each port of a machine; nothing where a machine shows none.
std::optional<PodIndexes> indexes_of(const Input& input, std::size_t index) {
  const facts::Machine& machine = input.machines[index];
  std::optional<PodIndexes> found;
  for (const PortView& view : port_views(machine)) {
    if (view.foreign || view.usable == facts::Usable::no || !is_roce(view) || !view.port->gids) continue;
    std::vector<unsigned> right = gids_of(machine, *view.device, *view.port->gids).v2_ipv4;
    if (right.empty()) continue;
    if (!found) {
      const Evidence evidence =
          seen(view.port->gids, base::format("{}: RoCE v2 IPv4 at index {}", subject(view), listed(right)));
      found = PodIndexes{pod_of(input, index, evidence), std::move(right), evidence};
      continue;
    }
    std::vector<unsigned> both;
    std::ranges::set_intersection(found->right, right, std::back_inserter(both));
    found->right = std::move(both);
  }
  // Where no index is right for all ports of one pod that is gid.index-differs-across-hcas, not this.
  return found && !found->right.empty() ? found : std::nullopt;
}

std::vector<PodIndexes> pods_of(const Input& input) {
  std::vector<PodIndexes> pods;
  for (std::size_t i = 0; i < input.machines.size(); ++i)
    if (auto pod = indexes_of(input, i)) pods.push_back(*std::move(pod));
  return pods;
}

/// A fixed index is needed, or was chosen; from 2.21 on, without one, NCCL finds each pod's own.
Severity weight(const Input& input) {
  if (setting(input.machine, "NCCL_IB_GID_INDEX") != nullptr) return Severity::error;
  const auto version = version_of(input);
  if (!version) return Severity::warning;
  return *version < kChoosesItself ? Severity::error : Severity::info;
}

std::vector<Finding> rule(const Input& input) {
  if (!compares(input)) return {};
  const std::vector<PodIndexes> pods = pods_of(input);
  if (pods.size() < 2) return {};
  std::vector<unsigned> shared = pods.front().right;
  std::vector<std::string> words;
  Evidences evidence;
  for (const PodIndexes& pod : pods) {
    std::vector<unsigned> both;
    std::ranges::set_intersection(shared, pod.right, std::back_inserter(both));
    shared = std::move(both);
    if (words.size() < kMostShown) words.push_back(base::format("{} in {}", listed(pod.right), pod.name));
    if (evidence.size() < kMostShown) evidence.push_back(pod.evidence);
  }
  if (!shared.empty())
    return {ok("machines", base::format("GID index {} is RoCE v2 IPv4 in all of them", listed(shared)), std::move(evidence))};
  if (const facts::Variable* variable = setting(input.machine, "NCCL_IB_GID_INDEX")) evidence.push_back(shown(*variable));
  return {violated(weight(input), "machines",
                   base::format("the RoCE v2 IPv4 GID is at index {}: one NCCL_IB_GID_INDEX for all of them cannot work",
                                base::listed(words)),
                   std::move(evidence))};
}

}  // namespace

Check gid_index_differs_across_pods() {
  return {.title = "The GID index differs between pods",
          .severity = Severity::error,
          .cause =
              "Pods that share an adapter have their entries at different places of one GID table. A NCCL_IB_GID_INDEX that a "
              "launcher gives to every rank is then wrong for all pods but some.",
          .fix =
              "unset NCCL_IB_GID_INDEX  # with NCCL 2.21 and later (2.26 where tables have gaps); before, in each pod: eval "
              "\"$(railhead env)\"",
          .rule = rule};
}

}  // namespace railhead::check
