#include "fabric/gpu/gpudirect.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "facts/evidence.h"

namespace railhead::fabric {
namespace {

bool lists(const facts::Known<std::vector<std::string>>& names, const std::string& wanted) {
  return names.has() && std::ranges::find(*names, wanted) != names->end();
}

Way nvidia_peer_memory(const facts::Machine& machine) {
  const std::optional<std::string> module = peermem_module(machine);
  if (!module) return {Is::unknown, "the loaded modules are not known", lacking(machine.kernel.modules, "modules")};
  if (module->empty())
    return {Is::no, "neither nvidia_peermem nor nv_peer_mem is loaded", seen(machine.kernel.modules, "no peer-memory module")};
  return {Is::yes, *module + " is loaded", seen(machine.kernel.modules, "module " + *module)};
}

/// ROCm's driver package registers amdgpu with the RDMA core as a client; the kernel's own amdgpu does not.
Way amd_peer_memory(const facts::Machine& machine) {
  const facts::Known<std::vector<std::string>>& peers = machine.kernel.memory_peers;
  for (const char* client : {"amdkfd", "amdp2p"})
    if (lists(peers, client)) return {Is::yes, base::format("{} is a peer-memory client", client), seen(peers, client)};
  if (peers.has() || peers.missing().why == facts::Why::not_found)
    return {Is::no, "amdgpu is no peer-memory client of the RDMA core", {"no client amdkfd", peers.source()}};
  return {Is::unknown, "the peer-memory clients are not known", lacking(peers, "peer-memory clients")};
}

/// Enterprise Linux 8 carries parts of the newer RDMA stack in its 4.18, so that its number proves nothing.
std::optional<bool> has_dma_buf(const std::string& release) {
  const std::vector<std::string_view> parts = base::split(release, '.');
  if (parts.size() < 2) return std::nullopt;
  const std::optional<std::uint64_t> major = base::unsigned_number(parts[0]);
  const std::string_view rest = parts[1].substr(0, parts[1].find_first_not_of("0123456789"));
  const std::optional<std::uint64_t> minor = base::unsigned_number(rest);
  if (!major || !minor) return std::nullopt;
  if (*major > 5 || (*major == 5 && *minor >= 12)) return true;
  return release.find(".el") == std::string::npos ? std::optional(false) : std::nullopt;
}

Way kernel_dma_buf(const facts::Machine& machine) {
  const facts::Known<std::string>& release = machine.kernel.release;
  if (!release.has()) return {Is::unknown, "the kernel's release is not known", lacking(release, "kernel release")};
  const std::optional<bool> has = has_dma_buf(*release);
  const facts::Evidence evidence = seen(release, "kernel " + *release);
  if (!has) return {Is::unknown, base::format("whether kernel {} has DMA-BUF registration is not known", *release), evidence};
  if (*has) return {Is::yes, base::format("kernel {} has DMA-BUF registration", *release), evidence};
  return {Is::no, base::format("kernel {} is older than 5.12 and has no DMA-BUF registration", *release), evidence};
}

}  // namespace

std::optional<std::string> peermem_module(const facts::Machine& machine) {
  if (!machine.kernel.modules.has()) return std::nullopt;
  for (const facts::Module& module : *machine.kernel.modules)
    if ((module.name == "nvidia_peermem" || module.name == "nv_peer_mem") && module.state == "Live") return module.name;
  return "";
}

Way peer_memory(const facts::Machine& machine, const std::string& vendor) {
  return vendor == "NVIDIA" ? nvidia_peer_memory(machine) : amd_peer_memory(machine);
}

Way dma_buf(const facts::Machine& machine, const std::string& vendor) {
  Way kernel = kernel_dma_buf(machine);
  if (kernel.is == Is::no || vendor != "NVIDIA") return kernel;
  const facts::Known<bool>& open = machine.gpu.nvidia_open;
  if (!open.has())
    return {Is::unknown, "the kind of NVIDIA's kernel modules is not known", lacking(open, "NVIDIA kernel modules")};
  if (!*open)
    return {Is::no, "NVIDIA's proprietary kernel modules do not export DMA-BUF", seen(open, "proprietary kernel modules")};
  if (kernel.is == Is::yes) kernel.why += ", and NVIDIA's open kernel modules export it";
  return kernel;
}

}  // namespace railhead::fabric
