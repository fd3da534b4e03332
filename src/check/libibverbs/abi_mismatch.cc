#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "provider that does not know the kernel's ABI",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::abi_mismatch; },
                        .message = [](const facts::LogEvent&) -> std::string {
                          return "a provider of libibverbs does not support the kernel's ABI: its devices are left out";
                        }});
}

}  // namespace

Check libibverbs_abi_mismatch() {
  return {.title = "A provider of libibverbs does not know the kernel's ABI",
          .severity = Severity::error,
          .cause =
              "The driver in the kernel speaks another version of the interface than the provider library in the image, as "
              "with a vendor's driver on the host and the distribution's rdma-core in the container. The device is left out "
              "without a further word.",
          .fix = "In the image: the vendor's provider library of the version of the host's driver",
          .rule = rule,
          .stage = Stage::cause};
}

}  // namespace railhead::check
