#include <algorithm>
#include <set>
#include <utility>

#include "base/format.h"
#include "fabric/gpu/gpudirect.h"
#include "fabric/net/nics.h"
#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/search.h"
#include "finding/rdma/ports.h"

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

/// What a log says for and against.
struct Said {
  Evidences off;
  Evidences on;
  std::set<std::string> hcas;
  bool by_plugin = false;
};

/// UCX looks for both ways, and needs one. A way that it does not speak of may be there.
void add_ways(const facts::LogRun& log, Said& said) {
  for (const facts::LogGpuWays& ways : log.gpu_ways) {
    const std::string name = ways.hca.empty() ? "a device" : ways.hca;
    const bool any = ways.peer_memory.is(true) || ways.dma_buf.is(true);
    if (any)
      said.on.push_back(seen(ways.peer_memory.is(true) ? ways.peer_memory : ways.dma_buf, name + ": a way to GPU memory"));
    if (any || !ways.peer_memory.is(false) || !ways.dma_buf.is(false)) continue;
    said.hcas.insert(name);
    if (said.off.size() >= 4) continue;
    said.off.push_back(seen(ways.peer_memory, name + ": no peer-memory module"));
    said.off.push_back(seen(ways.dma_buf, name + ": no DMA-BUF"));
  }
}

/// A plugin that turns it off. "DMA-BUF is available on GPU device 0" says what the GPU could, not that it is used.
void add_refusals(const facts::LogRun& log, Said& said) {
  for (const facts::LogEvent& event : log.events) {
    if (event.fault != facts::LogFault::gpudirect_off) continue;
    said.by_plugin = true;
    if (said.off.size() < 4) said.off.push_back({event.text, event.source});
  }
}

std::string message_of(const Said& said) {
  if (said.hcas.empty()) return "the network plugin turns GPUDirect RDMA off: data goes through host memory";
  return base::format("GPUDirect RDMA is off for {}: data goes through host memory",
                      listed(std::vector<std::string>(said.hcas.begin(), said.hcas.end())));
}

const char* const kPluginFix =
    "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET  # and look for GDRDMA on the channels: newer libfabric and aws-ofi-nccl, and "
    "an "
    "instance type whose EFA has GPUDirect, turn it on; others stage through host memory";

/// NCCL says it for each HCA; channels with GDRDMA are the better proof.
std::vector<Finding> of_log(const Input& input) {
  if (input.log == nullptr) return {};
  Said said;
  Evidences& off = said.off;
  Evidences& on = said.on;
  std::set<std::string>& hcas = said.hcas;
  for (const facts::LogRank& rank : input.log->ranks) {
    if (rank.channels.gpudirect > 0) on.push_back({"channels with GDRDMA", rank.rdma_channel});
    for (const facts::LogGpuDirect& each : rank.gpudirect) {
      if (each.enabled.is(false)) hcas.insert(each.hca);
      Evidences& side = each.enabled.is(false) ? off : on;
      if (side.size() < 4) side.push_back(seen(each.enabled, each.hca + (each.enabled.is(false) ? ": disabled" : ": enabled")));
    }
  }
  const bool used = !on.empty();
  add_ways(*input.log, said);
  add_refusals(*input.log, said);
  if (!off.empty() && on.empty()) {
    const std::string message = message_of(said);
    return {violated(Severity::warning, "log", message, std::move(off), said.by_plugin && hcas.empty() ? kPluginFix : "")};
  }
  if (on.empty()) return {};
  return {
      ok("log", used ? "GPUDirect RDMA is in use" : "GPUDirect RDMA is possible: UCX found a way to GPU memory", {on.front()})};
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
