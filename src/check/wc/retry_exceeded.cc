#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "failed completion of status 12",
                        .is = [](const facts::LogEvent& event) { return is_completion(event, 12); },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "no answer from the peer (status 12, retries exceeded)" + place_of(event);
                        }});
}

}  // namespace

Check wc_retry_exceeded() {
  return {.title = "A peer does not answer over RDMA",
          .severity = Severity::error,
          .cause =
              "IBV_WC_RETRY_EXC_ERR (12): packets to the peer are not acknowledged. On RoCE the usual cause is a GID that "
              "cannot be routed (RoCE v1 or link-local), then routes, VLANs, MTU or lost packets between the rails; on "
              "InfiniBand a cable, a switch or a subnet manager; or the peer has died, whose own error comes first.",
          .fix =
              "ib_write_bw -d DEVICE -x GID_INDEX PEER  # between the two hosts, over the same devices; NCCL 2.21 and later "
              "choose the index themselves",
          .rule = rule,
          .stage = Stage::symptom};
}

}  // namespace railhead::check
