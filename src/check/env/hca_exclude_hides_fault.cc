#include <algorithm>

#include "finding/finding.h"
#include "finding/rdma/hca_list.h"
#include "finding/scope.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  if (auto findings = no_rdma_setting(input, "NCCL_IB_HCA")) return *std::move(findings);
  const auto hcas = hca_list(input);
  if (!hcas) return without(input.machine.rdma.devices, "NCCL_IB_HCA", "the list of RDMA devices");
  Evidences evidence{shown(*hcas->variable), seen(input.machine.rdma.devices, "visible: " + devices_of(hcas->visible))};
  const bool none_left = std::ranges::none_of(hcas->visible, [&](const PortView& view) { return hcas->selects(view); });
  if (!hcas->list.exclude || hcas->visible.empty() || !hcas->usable.empty() || !none_left)
    return {ok("NCCL_IB_HCA", "does not hide why RDMA would not be used", std::move(evidence))};
  return {violated(
      Severity::warning, "NCCL_IB_HCA",
      base::format("'{}' leaves out every visible RDMA device ({}), none of which is usable: NCCL will not say why",
                   hcas->variable->value, devices_of(hcas->visible)),
      std::move(evidence), removal(*hcas->variable) + "  # then NCCL_DEBUG=INFO shows what is wrong with each device")};
}

}  // namespace

Check env_hca_exclude_hides_fault() {
  return {.title = "NCCL_IB_HCA leaves out devices whose fault is thereby hidden",
          .severity = Severity::warning,
          .cause =
              "Such a list makes NCCL say that there is no device, as on a machine without RDMA: what is wrong with the "
              "devices is never tried.",
          .fix = "unset NCCL_IB_HCA",
          .rule = rule};
}

}  // namespace railhead::check
