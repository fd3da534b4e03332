#include "finding/finding.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  const facts::Iommu& iommu = input.machine.kernel.iommu;
  const bool not_built_in = !iommu.groups && iommu.groups.missing().why == facts::Why::not_found;
  if (!not_built_in && (!iommu.groups || !iommu.groups->empty())) return {};
  Evidences evidence = {iommu.groups ? seen(iommu.groups, "no groups") : lacking(iommu.groups, "IOMMU groups")};
  if (iommu.units) evidence.push_back(seen(iommu.units, base::format("{} IOMMU units", iommu.units->size())));
  const auto& line = input.machine.kernel.command_line;
  if (line && line->find("iommu=pt") != std::string::npos)
    evidence.push_back(seen(line, "iommu=pt is set, and has nothing to act on"));
  return {ok("machine", "the IOMMU is off: DMA is not translated, and GPUDirect RDMA is not affected", evidence)};
}

}  // namespace

Check host_iommu_off() {
  return {.title = "The IOMMU is off",
          .severity = Severity::info,
          .cause =
              "Without IOMMU groups no DMA is translated: the IOMMU is off in the firmware, not built in, or hidden from this "
              "guest.",
          .fix = "Nothing to do for RDMA. Passing devices to virtual machines (VFIO) would need it.",
          .rule = rule,
          .good_state = true};
}

}  // namespace railhead::check
