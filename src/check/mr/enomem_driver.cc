#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "memory key that the driver could not create",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::driver_mkey; },
                        .message = [](const facts::LogEvent&) -> std::string {
                          return "the adapter's driver could not create a memory key: not the memlock limit";
                        }});
}

}  // namespace

Check mr_enomem_driver() {
  return {.title = "The adapter's driver ran out of memory keys",
          .severity = Severity::error,
          .cause =
              "The driver could not create a memory key (status -12, or a syndrome of the firmware): a resource of the "
              "adapter is used up, by many registrations or by its firmware's limits. The memlock limit has nothing to do "
              "with it, though the program sees the same ENOMEM.",
          .fix =
              "dmesg | grep mlx5  # on the host, for the first failure; fewer or larger registrations, newer firmware and "
              "driver",
          .rule = rule,
          .stage = Stage::cause};
}

}  // namespace railhead::check
