#include "finding/finding.h"

#include <algorithm>

#include "finding/scope.h"

namespace railhead::check {
namespace {

bool any_node(const facts::Rdma& rdma) {
  return std::ranges::any_of(*rdma.devices, [](const facts::Device& device) { return device.uverbs_node.present.is(true); });
}

std::vector<Finding> judged(const Input& input, const facts::DeviceNode& node) {
  if (!*node.present) {
    return {violated(
        Severity::warning, node.path, "is not here: programs that connect through the RDMA connection manager fail",
        {seen(node.present, node.path + " is not there")}, in_container(input.machine.container) ? "" : "modprobe rdma_ucm")};
  }
  if (node.opens.is(false) || (!node.opens && !node.opens.not_asked())) {
    const std::string detail = node.opens.has() ? "refused" : described(node.opens.missing());
    return {violated(Severity::warning, node.path,
                     base::format("does not open ({}): programs that connect through the RDMA connection manager fail", detail),
                     {{"open: " + detail, node.opens.source()}})};
  }
  return {ok(node.path, node.opens.is(true) ? "opens" : "is here", {seen(node.present, "present")})};
}

std::vector<Finding> rule(const Input& input) {
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  const facts::Rdma& rdma = input.machine.rdma;
  if (!rdma.rdma_cm.present) return without(rdma.rdma_cm.present, "machine", "the node of the RDMA connection manager");
  if (!any_node(rdma)) return {skipped("machine", kNoNodeHere)};
  return judged(input, rdma.rdma_cm);
}

}  // namespace

Check rdma_cm_missing() {
  return {.title = "The device node of the RDMA connection manager is missing or does not open",
          .severity = Severity::warning,
          .cause =
              "librdmacm connects through /dev/infiniband/rdma_cm. NCCL does without it; UCX with rdmacm, perftest -R, NVMe "
              "over fabrics and many storage clients do not.",
          .fix =
              "modprobe rdma_ucm  # on the node; a container gets the device node with its RDMA resource, docker: "
              "--device=/dev/infiniband",
          .rule = rule};
}

}  // namespace railhead::check
