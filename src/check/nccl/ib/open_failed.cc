#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "facts/log/run.h"
#include "finding/log/proof.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

bool has_any(const facts::LogRank& rank) { return rank.hcas.has() && !rank.hcas->empty(); }

/// Beside devices that do open, those of others are no fault, unless some rank has more than this one.
bool harms(const facts::LogRun& run, const facts::LogRank& rank) {
  if (!has_any(rank)) return true;
  for (const facts::LogRank& other : run.ranks)
    if (has_any(other) && other.hcas->size() > rank.hcas->size()) return true;
  return false;
}

std::vector<Finding> rule(const Input& input) {
  if (input.log == nullptr) return {};
  Evidences evidence;
  std::vector<std::string> names;
  std::vector<std::string> devices;
  const facts::LogRank* good = nullptr;
  for (const facts::LogRank& rank : input.log->ranks) {
    if (rank.unopened.empty() || !harms(*input.log, rank)) {
      if (has_any(rank) && good == nullptr) good = &rank;
      continue;
    }
    names.push_back(name_of(rank));
    for (const facts::Known<std::string>& device : rank.unopened) {
      if (std::find(devices.begin(), devices.end(), *device) == devices.end()) devices.push_back(*device);
      if (evidence.size() < 6) evidence.push_back(seen(device, names.back() + ": unable to open " + *device));
    }
  }
  if (names.empty() && good == nullptr) return {};
  if (names.empty())
    return {ok(name_of(*good), "the devices that a job needs open",
               {seen(good->hcas, base::counted(good->hcas->size(), "device"))})};
  return {violated(
      Severity::error, listed(names, 4),
      base::format("{} visible in sysfs and cannot be opened", listed(devices) + (devices.size() == 1 ? " is" : " are")),
      std::move(evidence))};
}

}  // namespace

Check nccl_ib_open_failed() {
  return {.title = "NCCL could not open an RDMA device",
          .severity = Severity::error,
          .cause =
              "The device is visible in sysfs, which every container shares, and its uverbs node is not in this container or "
              "refuses to be opened: the device was not handed in, or the device cgroup or its permissions forbid it.",
          .fix =
              "docker: --device=/dev/infiniband. In a pod: the RDMA resource of the node, in the container's limits; then "
              "railhead doctor --only hca there",
          .rule = rule};
}

}  // namespace railhead::check
