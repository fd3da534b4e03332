#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

/// Mellanox, whose virtual functions speak RDMA as they are.
constexpr std::string_view kMellanox = "15b3";

bool asked_by_pods(const Input& input, const facts::DevicePool& pool) {
  for (const Declared& one : declared_containers(input))
    for (const facts::ResourceRequest& request : one.container.resources)
      if (same_resource(request.name, pool.resource) && (gpus_asked(one.container) > 0 || added(one.container, "IPC_LOCK")))
        return true;
  return false;
}

/// Whether the pool is meant for RDMA at all: pools for plain networking and DPDK are right without.
bool meant(const Input& input, const facts::ClusterObject& object, const facts::DevicePool& pool) {
  return sounds_like_rdma(object.name) || sounds_like_rdma(pool.resource) || pool.link_type.is("infiniband") ||
         asked_by_pods(input, pool);
}

std::optional<Finding> judge(const Input& input, const facts::ClusterObject& object, const facts::DevicePool& pool) {
  const std::string subject = base::one_line(object.name.empty() ? object.kind : object.kind + "/" + object.name);
  if (pool.rdma.is(true)) return ok(subject, "isRdma: true", {seen(pool.rdma, "isRdma: true")});
  if (pool.device_type.is("vfio-pci") || (!pool.rdma && !pool.rdma.not_asked())) return std::nullopt;
  const auto vendor = std::ranges::find(pool.vendors, kMellanox, &facts::Placed::text);
  const bool rdma = meant(input, object, pool);
  if (!rdma && vendor == pool.vendors.end()) return std::nullopt;
  Evidences evidence = {{"resourceName " + base::one_line(pool.resource), pool.source}};
  if (vendor != pool.vendors.end()) evidence.push_back({"vendor 15b3", vendor->source});
  const bool said = pool.rdma.has();
  if (said) evidence.push_back(seen(pool.rdma, "isRdma: false"));
  const char* what = said ? "has isRdma: false" : "does not set isRdma, which is false by default";
  return violated(said || rdma ? Severity::error : Severity::warning, subject,
                  base::format("{}: pods get the interface and no RDMA device", what), evidence);
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (input.cluster == nullptr) return findings;
  for (const facts::ClusterObject& object : input.cluster->objects) {
    if (object.kind != "SriovNetworkNodePolicy") continue;
    for (const facts::DevicePool& pool : object.pools)
      if (auto finding = judge(input, object, pool)) findings.push_back(std::move(*finding));
  }
  return findings;
}

}  // namespace

Check k8s_sriov_isrdma_false() {
  return {.title = "A policy for virtual functions leaves out RDMA",
          .severity = Severity::error,
          .cause =
              "Only with isRdma: true does the device plugin put the device nodes of /dev/infiniband into the pod. Without "
              "them verbs "
              "find no device, and NCCL uses TCP over an interface that looks right.",
          .fix = "spec:\n  deviceType: netdevice\n  isRdma: true",
          .rule = rule};
}

}  // namespace railhead::check
