#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.severity = Severity::error,
                        .what = "lost peer",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::remote_exited; },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "NCCL lost a peer: the process exited or the network failed" + pointed_to(event);
                        }});
}

}  // namespace

Check nccl_remote_exited() {
  return {.title = "NCCL lost a peer",
          .severity = Severity::error,
          .cause =
              "ncclRemoteError (remote process exited or there was a network error) is said by a rank whose peer "
              "is gone. The peer's own log has the cause.",
          .fix =
              "Read the log of every rank for its first error: railhead explain rank-*.log  # with NCCL_DEBUG=INFO "
              "in all of them",
          .rule = rule,
          .stage = Stage::consequence};
}

}  // namespace railhead::check
