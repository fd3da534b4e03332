#include "text/nccl/routine.h"

#include <algorithm>
#include <array>

// Sources: init.cc, enqueue.cc, graph/search.cc, graph/topo.cc, graph/connect.cc and graph/tuning.cc of NCCL 2.4 to 2.30.

namespace railhead::text {
namespace {

constexpr std::array<std::string_view, 23> kStarts = {
    "Trees [",
    "Tree ",
    "threadThresholds ",
    "Connected all ",
    "Setting affinity ",
    "P2P Chunksize ",
    "CPU/",
    "GPU/",
    "NIC/",
    "PCI/",
    "+ ",
    "- ",
    "Pattern ",
    "=== System",
    "==========",
    "AllReduce: opCount",
    "AllGather: opCount",
    "ReduceScatter: opCount",
    "Broadcast: opCount",
    "Reduce: opCount",
    "Send: opCount",
    "Recv: opCount",
    "AllToAll: opCount",
};

}  // namespace

bool is_routine(std::string_view message) {
  return !message.empty() && std::ranges::any_of(kStarts, [message](std::string_view start) {
    return start.front() == message.front() && message.starts_with(start);
  });
}

}  // namespace railhead::text
