#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "failed completion of status 5",
                        .is = [](const facts::LogEvent& event) { return is_completion(event, 5); },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "work requests were flushed (status 5), after an earlier fault" + place_of(event);
                        }});
}

}  // namespace

Check wc_flushed() {
  return {.title = "Work requests were flushed",
          .severity = Severity::error,
          .cause =
              "IBV_WC_WR_FLUSH_ERR (5): the queue pair was in error already. It is what follows from another fault, on this "
              "rank or on its peer.",
          .fix = "Look for the first error of any rank; this one is its consequence",
          .rule = rule,
          .stage = Stage::consequence};
}

}  // namespace railhead::check
