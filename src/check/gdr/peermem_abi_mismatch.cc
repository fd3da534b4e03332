#include <algorithm>

#include "fabric/gpu/gpudirect.h"
#include "finding/finding.h"
#include "finding/kernel/peer_module.h"

namespace railhead::check {
namespace {

bool is_of_gpu(const facts::RefusedSymbol& refused) { return refused.symbol.starts_with("nvidia_p2p"); }

/// What the module does not fit. Symbols of the RDMA core that nobody exports are another fault: gdr.peermem-api-missing.
struct Misfit {
  Evidences evidence;
  std::string module;
  bool gpu = false;
  bool core = false;
  bool gpu_absent = false;

  void add(const facts::RefusedSymbol& refused) {
    if (!is_peer_module(refused.module) || refused.symbol.empty()) return;
    if (!refused.other_version && !is_of_gpu(refused)) return;
    module = refused.module;
    (is_of_gpu(refused) ? gpu : core) = true;
    gpu_absent = gpu_absent || !refused.other_version;
    if (evidence.size() < 6)
      evidence.push_back({refused.symbol + (refused.other_version ? ": of another version" : ": not there"), refused.source});
  }

  std::string partners() const {
    if (gpu && core) return "neither the loaded GPU driver nor the RDMA core";
    return gpu ? "not the loaded GPU driver" : "not the RDMA core";
  }
};

/// A module that is loaded fitted.
std::vector<Finding> of_modules(const facts::Machine& machine) {
  const std::optional<std::string> module = peermem_module(machine);
  if (!module || module->empty()) return {};
  return {ok("machine", base::format("{} is loaded: it fits the GPU driver and the RDMA core", *module),
             {seen(machine.kernel.modules, *module)})};
}

std::vector<Finding> find(const Input& input) {
  Misfit misfit;
  for (const facts::RefusedSymbol& refused : input.machine.kernel.log.refused_symbols) misfit.add(refused);
  if (misfit.module.empty()) return of_modules(input.machine);
  const std::string message = misfit.gpu_absent && !misfit.core
                                  ? base::format("{} was not loaded: no loaded GPU driver offers what it needs", misfit.module)
                                  : base::format("{} was not loaded: it fits {}", misfit.module, misfit.partners());
  return {violated(Severity::error, "machine", message, misfit.evidence,
                   misfit.gpu_absent && !misfit.core ? "modprobe nvidia && modprobe nvidia_peermem  # on the host" : "")};
}

}  // namespace

Check gdr_peermem_abi_mismatch() {
  return {
      .title = "The peer-memory module was built for other drivers",
      .severity = Severity::error,
      .cause =
          "The kernel loads a module only where each symbol has the version that it was built with (\"disagrees about "
          "version of symbol\", err -22). The module was built against another GPU driver or another RDMA stack than those "
          "that are loaded, mostly before one of them was updated. GPUDirect RDMA is off until it is built again.",
      .fix =
          "dkms autoinstall && modprobe nvidia_peermem  # on the host, after the RDMA stack (MLNX_OFED or DOCA) and then the "
          "GPU driver are installed; nv_peer_mem is out of date: remove it",
      .rule = find};
}

}  // namespace railhead::check
