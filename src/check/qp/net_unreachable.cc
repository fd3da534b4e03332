#include <cerrno>

#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "queue pair without a route",
                        .is =
                            [](const facts::LogEvent& event) {
                              return is_call(event, "ibv_modify_qp", ENETUNREACH) ||
                                     is_call(event, "ibv_modify_qp", EHOSTUNREACH);
                            },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "connecting a queue pair" + place_of(event) + " failed: no route to the peer's GID";
                        }});
}

}  // namespace

Check qp_net_unreachable() {
  return {.title = "There is no route between two GIDs",
          .severity = Severity::error,
          .cause =
              "ENETUNREACH or EHOSTUNREACH from ibv_modify_qp: no IP route leads from the local GID's interface to the "
              "remote GID.",
          .fix = "ip route get PEER_ADDRESS from RAIL_ADDRESS  # add the route, or keep rails apart with NCCL_CROSS_NIC=0",
          .rule = rule,
          .stage = Stage::symptom};
}

}  // namespace railhead::check
