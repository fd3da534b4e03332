#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "send that EFA refused",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::efa_refused; },
                        .message = [](const facts::LogEvent&) -> std::string {
                          return "EFA refused to send (provider error 20), as where the security group blocks it";
                        }});
}

}  // namespace

Check efa_security_group() {
  return {.title = "EFA traffic is refused",
          .severity = Severity::error,
          .cause =
              "A send over EFA failed with the provider's error 20: typically the security group does not allow all traffic "
              "from and to itself.",
          .fix = "Allow all traffic, inbound and outbound, from the security group to itself",
          .rule = rule,
          .stage = Stage::cause};
}

}  // namespace railhead::check
