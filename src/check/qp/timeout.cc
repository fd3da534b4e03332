#include <cerrno>

#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "queue pair that timed out",
                        .is = [](const facts::LogEvent& event) { return is_call(event, "ibv_modify_qp", ETIMEDOUT); },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "connecting a queue pair" + place_of(event) +
                                 " timed out: the peer's address was not resolved";
                        }});
}

}  // namespace

Check qp_timeout() {
  return {.title = "The address behind a GID was not resolved",
          .severity = Severity::error,
          .cause =
              "ETIMEDOUT from ibv_modify_qp: on RoCE the kernel looks up the peer's Ethernet address (ARP or neighbour "
              "discovery) when the queue pair is connected, and got no answer: a link-local GID, rails that do not reach "
              "each other, or a VLAN between them.",
          .fix = "ip route get PEER_ADDRESS; ping -I RAIL_INTERFACE PEER_ADDRESS  # on the rail that the GID belongs to",
          .rule = rule,
          .stage = Stage::symptom};
}

}  // namespace railhead::check
