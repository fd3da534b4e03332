#include "facts/cluster/pod/rank_use.h"

namespace railhead::facts {

const char* name(RankWay way) {
  switch (way) {
    case RankWay::rdma: return "rdma";
    case RankWay::sockets: return "sockets";
    case RankWay::other: return "other";
    case RankWay::unknown: return "unknown";
    case RankWay::missing: return "missing";
  }
  return "unknown";
}

const char* name(RankProof proof) {
  switch (proof) {
    case RankProof::none: return "none";
    case RankProof::log: return "log";
    case RankProof::counters: return "counters";
  }
  return "none";
}

}  // namespace railhead::facts
