#include <algorithm>

#include "base/text.h"
#include "fabric/gpu/gpudirect.h"
#include "finding/finding.h"
#include "finding/kernel/peer_module.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

bool is_nvidia(const std::string& client) { return client.starts_with("nv_mem"); }

/// Without DMA-BUF to take instead, a job that trusts the loaded module fails at its first registration of GPU memory.
Severity weight(const facts::Machine& machine) {
  return dma_buf(machine, "NVIDIA").is == Is::yes ? Severity::warning : Severity::error;
}

/// The kernel's log and modprobe: no such symbol ("err 0", "err -2"), or the module's own start that finds no API (EINVAL).
std::vector<Finding> of_kernel_log(const Input& input) {
  Evidences evidence;
  std::string module;
  for (const facts::RefusedSymbol& refused : input.machine.kernel.log.refused_symbols) {
    const bool core = refused.symbol.starts_with("ib_") || refused.symbol.empty();
    if (!is_peer_module(refused.module) || refused.other_version || !core) continue;
    module = refused.module;
    if (evidence.size() < 4)
      evidence.push_back({refused.symbol.empty() ? "could not be inserted: Invalid argument" : refused.symbol + ": not there",
                          refused.source});
  }
  if (module.empty()) return {};
  return {violated(Severity::error, "machine",
                   base::format("{} was not loaded: the RDMA core in use has no peer-memory API that it knows", module),
                   std::move(evidence))};
}

std::vector<Finding> find(const Input& input) {
  const facts::KernelFacts& kernel = input.machine.kernel;
  const std::optional<std::string> module = peermem_module(input.machine);
  if (!module || module->empty()) return {};
  const facts::Known<std::vector<std::string>>& peers = kernel.memory_peers;
  const Evidence loaded = seen(kernel.modules, base::format("module {} is loaded", *module));
  if (peers.not_asked()) return {};
  // The folder is made when the first client registers, and not by every RDMA stack: its absence proves nothing.
  if (!peers.has() && dma_buf(input.machine, "NVIDIA").is == Is::yes)
    return {skipped("machine", base::format("DMA-BUF is available: whether {} registered does not matter", *module))};
  if (!peers.has())
    return {unknown("machine", base::format("{} is loaded; whether it could register with the RDMA core is not known", *module),
                    {loaded, lacking(peers, "peer-memory clients")})};
  if (std::ranges::any_of(*peers, is_nvidia))
    return {ok("machine", base::format("{} is registered with the RDMA core", *module),
               {loaded, seen(peers, base::joined(*peers, ", "))})};
  const std::string others = peers->empty() ? "none" : base::joined(*peers, ", ");
  return {violated(weight(input.machine), "machine",
                   base::format("{} is loaded, but is no peer-memory client of the RDMA core (clients: {})", *module, others),
                   {loaded, seen(peers, "clients: " + others)})};
}

}  // namespace

Check gdr_peermem_api_missing() {
  return {.id = {},
          .title = "The peer-memory module cannot register with the RDMA core",
          .severity = Severity::error,
          .cause =
              "nvidia_peermem must register with the RDMA core, and only the RDMA core it was built against has the function "
              "for it. After a change of the RDMA stack or the GPU driver it loads without effect, and registering GPU memory "
              "fails with EFAULT (Bad address).",
          .fix =
              "Install the GPU driver again after the RDMA stack (MLNX_OFED or DOCA), so that the module is rebuilt against "
              "it; or use DMA-BUF: kernel 5.12 or later with NVIDIA's open kernel modules.",
          .rule = [](const Input& input) { return joined(find(input), of_kernel_log(input)); }};
}

}  // namespace railhead::check
