#include <algorithm>
#include <set>
#include <utility>

#include "base/format.h"
#include "fabric/gpu/gpudirect.h"
#include "fabric/net/nics.h"
#include "finding/finding.h"
#include "finding/log/search.h"
#include "finding/ports.h"

namespace railhead::check {
namespace {

/// EFA reaches GPU memory by its own driver's means; software devices copy anyway.
bool has_adapter(const Ports& ports) {
  return std::ranges::any_of(usable_nics(ports.machine, ports.views),
                             [](const Nic& nic) { return !nic.device->driver.is("efa"); });
}

std::set<std::string> vendors_of(const facts::Gpus& gpu) {
  std::set<std::string> vendors;
  if (!gpu.gpus.has()) return vendors;
  for (const facts::Gpu& each : *gpu.gpus) vendors.insert(each.vendor);
  // The bus shows every GPU of the machine, NVML those of this container.
  if (gpu.nvml_count.is(0)) vendors.erase("NVIDIA");
  return vendors;
}

std::string fix_for(const std::string& vendor) {
  if (vendor == "NVIDIA") return "";
  return "On the host: apt-get install amdgpu-dkms (or dnf install), built against the installed RDMA stack; or a kernel of "
         "5.12 or later, and then export NCCL_DMABUF_ENABLE=1";
}

Finding judge(const facts::Machine& machine, const std::string& vendor) {
  const Way peer = peer_memory(machine, vendor);
  const Way buffer = dma_buf(machine, vendor);
  if (peer.is == Is::yes)
    return ok("machine", base::format("GPUDirect RDMA is possible for {} GPUs: {}", vendor, peer.why), {peer.evidence});
  if (buffer.is == Is::yes)
    return ok("machine", base::format("GPUDirect RDMA is possible for {} GPUs: {}", vendor, buffer.why), {buffer.evidence});
  if (peer.is == Is::no && buffer.is == Is::no)
    return violated(Severity::warning, "machine",
                    base::format("no way to GPUDirect RDMA for {} GPUs: {}, and {}", vendor, peer.why, buffer.why),
                    {peer.evidence, buffer.evidence}, fix_for(vendor));
  const Way& open = peer.is == Is::unknown ? peer : buffer;
  return unknown("machine", base::format("whether GPUDirect RDMA works for {} GPUs is not known: {}", vendor, open.why),
                 {peer.evidence, buffer.evidence});
}

std::vector<Finding> find(const Input& input) {
  const Ports ports = ports_of(input);
  std::vector<Finding> findings;
  if (std::optional<Finding> finding = no_gpu_list(ports)) return {*std::move(finding)};
  if (!has_adapter(ports)) return findings;
  for (const std::string& vendor : vendors_of(input.machine.gpu)) findings.push_back(judge(input.machine, vendor));
  return findings;
}

/// NCCL says it for each HCA; channels with GDRDMA are the better proof.
std::vector<Finding> of_log(const Input& input) {
  if (input.log == nullptr) return {};
  Evidences off;
  Evidences on;
  std::set<std::string> hcas;
  for (const facts::LogRank& rank : input.log->ranks) {
    if (rank.channels.gpudirect > 0) on.push_back({"channels with GDRDMA", rank.rdma_channel});
    for (const facts::LogGpuDirect& each : rank.gpudirect) {
      if (each.enabled.is(false)) hcas.insert(each.hca);
      Evidences& side = each.enabled.is(false) ? off : on;
      if (side.size() < 4) side.push_back(seen(each.enabled, each.hca + (each.enabled.is(false) ? ": disabled" : ": enabled")));
    }
  }
  if (!off.empty() && on.empty())
    return {violated(Severity::warning, "log",
                     base::format("GPUDirect RDMA is off for {}: data goes through host memory",
                                  listed(std::vector<std::string>(hcas.begin(), hcas.end()))),
                     std::move(off))};
  if (on.empty()) return {};
  return {ok("log", "GPUDirect RDMA is in use", {on.front()})};
}

std::vector<Finding> rule(const Input& input) { return joined(find(input), of_log(input)); }

}  // namespace

Check gdr_disabled() {
  return {.id = {},
          .title = "There is no way to GPUDirect RDMA",
          .severity = Severity::warning,
          .cause =
              "For the adapter to read and write GPU memory itself, the kernel needs a peer-memory module (nvidia_peermem) or "
              "DMA-BUF (kernel 5.12 and NVIDIA's open kernel modules). Without one all data is copied through host memory, "
              "which costs most of the bandwidth.",
          .fix =
              "On the host: modprobe nvidia_peermem  # GPU Operator: driver.rdma.enabled=true, or driver.kernelModuleType=open "
              "for DMA-BUF",
          .rule = rule};
}

}  // namespace railhead::check
