#include "fabric/gpu/gpudirect.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "nccl/draft.h"

// NCCL tries each device and GPU itself: DMA-BUF first (since 2.13, by a registration that must fail in the right way), then
// the peer-memory module, up to a distance of PXB (further on machines where CPU and GPU are linked). What it finds is right
// wherever the topology that it sees is the real one. RCCL leaves DMA-BUF off unless asked (src/misc/rocmwrap.cc). Source:
// ncclTopoCheckGdr() in src/graph/paths.cc, src/transport/net_ib/gdr.cc.

namespace railhead::nccl {
namespace {

constexpr const char* kDmaBuf = "NCCL_DMABUF_ENABLE";
constexpr const char* kLevel = "NCCL_NET_GDR_LEVEL";

void decide_amd_dma_buf(const Place& place, Draft& draft) {
  const fabric::Way peer = fabric::peer_memory(place.machine, "AMD");
  const fabric::Way buffers = fabric::dma_buf(place.machine, "AMD");
  if (peer.is == fabric::Is::yes)
    return draft.withhold(kDmaBuf, "RCCL reaches GPU memory by a peer-memory client: " + peer.why, {peer.evidence});
  if (peer.is == fabric::Is::no && buffers.is == fabric::Is::yes)
    return draft.set(kDmaBuf, "1", base::format("{}, and {}; RCCL leaves DMA-BUF off unless asked", peer.why, buffers.why),
                     {peer.evidence, buffers.evidence});
  const std::string why = peer.is == fabric::Is::unknown ? peer.why : buffers.why;
  draft.withhold(kDmaBuf, "whether RCCL needs it is not known: " + why, {peer.evidence, buffers.evidence});
}

void decide_dma_buf(const Place& place, Draft& draft) {
  const fabric::Way peer = fabric::peer_memory(place.machine, "NVIDIA");
  const fabric::Way buffers = fabric::dma_buf(place.machine, "NVIDIA");
  if (peer.is == fabric::Is::no && buffers.is == fabric::Is::no)
    return draft.withhold(
        kDmaBuf,
        base::format("no way to GPUDirect RDMA is here ({}; {}); NCCL copies through host memory", peer.why, buffers.why),
        {peer.evidence, buffers.evidence});
  const fabric::Way& way = buffers.is == fabric::Is::yes ? buffers : peer;
  draft.withhold(kDmaBuf,
                 base::format("on by default; NCCL takes DMA-BUF or the peer-memory module, whichever is here ({})", way.why),
                 {way.evidence});
}

/// GPUs whose nearest NIC is further than NCCL's own bound.
std::vector<std::string> distant(const facts::Machine& machine) {
  std::vector<std::string> found;
  for (const facts::Gpu& gpu : *machine.gpu.gpus)
    if (gpu.nearest.has() && gpu.nearest->distance > facts::Distance::pxb)
      found.push_back(base::format("{} {}", gpu.pci_address, facts::name(gpu.nearest->distance)));
  return found;
}

void decide_level(const Place& place, Draft& draft) {
  const facts::Known<std::vector<facts::Gpu>>& gpus = place.machine.gpu.gpus;
  const std::vector<std::string> far = distant(place.machine);
  if (far.empty())
    return draft.withhold(kLevel, "NCCL's own bound (PXB) is right where each GPU has a NIC that near",
                          {seen(gpus, base::counted(gpus->size(), "GPU"))});
  const std::string list = base::listed(far, 4);
  draft.withhold(
      kLevel,
      base::format("NICs are further from GPUs than PXB ({}), where GPUDirect can be slower than host memory; measure with "
                   "NCCL_NET_GDR_LEVEL=PHB or SYS before keeping it",
                   list),
      {seen(gpus, list)});
}

}  // namespace

void add_gpudirect(const Place& place, Draft& draft) {
  if (place.left_to_plugin()) {
    draft.withhold(kDmaBuf, place.why);
    return draft.withhold(kLevel, place.why);
  }
  if (!place.over_rdma()) return;
  const facts::Known<std::vector<facts::Gpu>>& gpus = place.machine.gpu.gpus;
  if (!gpus.has() || gpus->empty()) {
    const std::string why = gpus.has() ? "no GPU is visible" : "the GPUs are not known: " + facts::described(gpus.missing());
    draft.withhold(kDmaBuf, why);
    return draft.withhold(kLevel, why);
  }
  if (any_gpu(place.machine, "NVIDIA"))
    decide_dma_buf(place, draft);
  else
    decide_amd_dma_buf(place, draft);
  decide_level(place, draft);
}

}  // namespace railhead::nccl
