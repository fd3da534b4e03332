#include <cerrno>

#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input,
                {.what = "registration that ended in a bad address",
                 .is =
                     [](const facts::LogEvent& event) {
                       return event.fault == facts::LogFault::bad_address || is_call(event, "ibv_reg_mr", EFAULT) ||
                              (event.fault == facts::LogFault::region_failed && event.call.error == EFAULT);
                     },
                 .message = [](const facts::LogEvent& event) -> std::string {
                   return "memory could not be registered: bad address, as of GPU memory without nvidia_peermem or DMA-BUF" +
                          place_of(event);
                 }});
}

}  // namespace

Check mr_efault_gpu() {
  return {.title = "GPU memory could not be registered",
          .severity = Severity::error,
          .cause =
              "EFAULT from ibv_reg_mr: the address is one of the GPU's, and nothing lets the kernel pin it: neither "
              "nvidia_peermem is loaded nor DMA-BUF used.",
          .fix = "modprobe nvidia_peermem  # on the host; or DMA-BUF: for perftest --use_cuda_dmabuf",
          .rule = rule,
          .stage = Stage::cause};
}

}  // namespace railhead::check
