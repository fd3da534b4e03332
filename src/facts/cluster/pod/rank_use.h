#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/activity/traffic.h"

/// How the ranks of a running job use the network, and what proves it.
namespace railhead::facts {

enum class RankWay { rdma, sockets, other, unknown, missing };
const char* name(RankWay way);

/// What a way is told by: a line of the rank's log, or bytes that its pod's adapters counted.
enum class RankProof { none, log, counters };
const char* name(RankProof proof);

/// One rank; of a pod whose log names none, the pod. `verdict` says the way and why in one line.
struct RankUse {
  std::optional<unsigned> rank = {};
  std::optional<unsigned> gpu = {};
  std::string pod = {};
  std::string node = {};
  RankWay way = RankWay::unknown;
  RankProof proof = RankProof::none;
  std::vector<std::string> hcas = {};         // those that carry it, as the log or the counters name them
  std::optional<bool> gpudirect = {};         // of a way by RDMA
  std::optional<std::uint64_t> memlock = {};  // bytes that the pod's ranks can pin each
  bool memlock_unlimited = false;
  std::optional<std::uint64_t> pinned = {};  // bytes, of the pod's ranks together
  std::optional<Movement> moved = {};        // of the pod, between the two readings
  std::string verdict = {};
};

}  // namespace railhead::facts
