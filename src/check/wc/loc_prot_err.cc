#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "failed completion of status 4",
                        .is = [](const facts::LogEvent& event) { return is_completion(event, 4); },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "local protection error (status 4)" + place_of(event) +
                                 ": the adapter could not use registered memory";
                        }});
}

}  // namespace

Check wc_loc_prot_err() {
  return {.title = "A work request failed with a local protection error",
          .severity = Severity::error,
          .cause =
              "IBV_WC_LOC_PROT_ERR (4): memory was registered, and the adapter could not use it. With GPUDirect first "
              "suspect an IOMMU that translates, PCIe ACS, or a virtual machine without peer-to-peer DMA; then memory that "
              "was freed. It is not the memlock limit, which fails earlier, at registration.",
          .fix =
              "export NCCL_NET_GDR_LEVEL=LOC  # a test without GPUDirect: when it passes, boot the hosts with iommu=pt and "
              "turn ACS off on the PCIe switches",
          .rule = rule,
          .stage = Stage::symptom};
}

}  // namespace railhead::check
