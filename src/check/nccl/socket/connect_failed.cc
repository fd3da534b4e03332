#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "broken connection",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::connection_lost; },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "a TCP connection to another rank failed or was closed" + pointed_to(event);
                        }});
}

}  // namespace

Check nccl_socket_connect_failed() {
  return {.title = "A TCP connection between ranks broke",
          .severity = Severity::error,
          .cause =
              "A rank could not reach another over TCP, or the other closed the connection. Where no other fault is in the "
              "log the interface is wrong or not routed; else it is what follows from the other rank's end.",
          .fix = "export NCCL_SOCKET_IFNAME==INTERFACE  # one that reaches every peer; railhead env names it",
          .rule = rule,
          .stage = Stage::consequence};
}

}  // namespace railhead::check
