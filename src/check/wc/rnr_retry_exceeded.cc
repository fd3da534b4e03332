#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "failed completion of status 13",
                        .is = [](const facts::LogEvent& event) { return is_completion(event, 13); },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "the peer was not ready to receive (status 13)" + place_of(event);
                        }});
}

}  // namespace

Check wc_rnr_retry_exceeded() {
  return {.title = "A peer was not ready to receive",
          .severity = Severity::error,
          .cause =
              "IBV_WC_RNR_RETRY_EXC_ERR (13): the peer is reachable and had no receive request posted for too long, as when "
              "its process hangs or has died.",
          .fix = "Look for the first error of the peer in its own log",
          .rule = rule,
          .stage = Stage::symptom};
}

}  // namespace railhead::check
