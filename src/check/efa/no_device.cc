#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "libfabric without a device",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::efa_no_device; },
                        .message = [](const facts::LogEvent&) -> std::string {
                          return "libfabric found no EFA device in the container (fi_getinfo: no data available)";
                        }});
}

}  // namespace

Check efa_no_device() {
  return {
      .title = "libfabric finds no EFA device",
      .severity = Severity::error,
      .cause = "fi_getinfo ended in ENODATA: the EFA devices are not in the container, or its libfabric has no EFA provider.",
      .fix = "In the container's limits: vpc.amazonaws.com/efa: N  # docker: --device=/dev/infiniband/uverbs0 for each",
      .rule = rule,
      .stage = Stage::cause};
}

}  // namespace railhead::check
