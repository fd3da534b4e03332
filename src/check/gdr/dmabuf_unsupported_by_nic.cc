#include <cerrno>

#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "registration of DMA-BUF memory that was not supported",
                        .is = [](const facts::LogEvent& event) { return is_call(event, "ibv_reg_dmabuf_mr", EOPNOTSUPP); },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "registering DMA-BUF memory" + place_of(event) + " is not supported by the adapter's driver";
                        }});
}

}  // namespace

Check gdr_dmabuf_unsupported_by_nic() {
  return {.title = "The adapter's driver cannot register DMA-BUF memory",
          .severity = Severity::error,
          .cause =
              "EOPNOTSUPP from ibv_reg_dmabuf_mr: the GPU exports its memory as DMA-BUF and the adapter's driver is too "
              "old, or not made, to import it. Releases before 2.14 do not fall back.",
          .fix = "export NCCL_DMABUF_ENABLE=0  # and modprobe nvidia_peermem on the host, or a newer adapter driver",
          .rule = rule,
          .stage = Stage::cause};
}

}  // namespace railhead::check
