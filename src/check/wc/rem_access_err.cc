#include "base/format.h"
#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "failed completion of status 9 or 10",
                        .is = [](const facts::LogEvent& event) { return is_completion(event, 9) || is_completion(event, 10); },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return base::format("the peer refused access to its memory (status {})", event.completion.status) +
                                 place_of(event);
                        }});
}

}  // namespace

Check wc_rem_access_err() {
  return {.title = "A peer refused access to its memory",
          .severity = Severity::error,
          .cause =
              "IBV_WC_REM_ACCESS_ERR (10) and IBV_WC_REM_INV_REQ_ERR (9): the peer's adapter could not use the memory that "
              "was named. As with a local protection error suspect its IOMMU, ACS or a region that was freed there.",
          .fix = "export NCCL_NET_GDR_LEVEL=LOC  # a test without GPUDirect; then look at the peer's host: iommu=pt, ACS off",
          .rule = rule,
          .stage = Stage::symptom};
}

}  // namespace railhead::check
