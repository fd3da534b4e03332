#include <algorithm>
#include <utility>

#include "base/text.h"
#include "fabric/net/nics.h"
#include "finding/finding.h"
#include "finding/fold.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

/// A GPU and the nearest of the adapters that a job may use.
struct Near {
  const facts::Gpu* gpu = nullptr;
  facts::Distance distance = facts::Distance::unknown_host_bridges;
  std::vector<std::string> nics;
};

std::optional<Near> nearest(const facts::Pci& pci, const facts::Gpu& gpu, const std::vector<Nic>& nics) {
  const facts::PciFunction* function = facts::find(pci, gpu.pci_address);
  if (!function) return std::nullopt;
  std::optional<Near> best;
  for (const Nic& nic : nics) {
    const std::optional<facts::Distance> distance = facts::distance(*function, *nic.function);
    if (!distance || (best && *distance > best->distance)) continue;
    if (!best || *distance < best->distance) best = Near{&gpu, *distance, {}};
    best->nics.push_back(nic.device->name);
  }
  return best;
}

std::vector<Near> all_nearest(const Input& input, const std::vector<Nic>& nics) {
  std::vector<Near> all;
  if (!input.machine.gpu.gpus.has()) return all;
  for (const facts::Gpu& gpu : *input.machine.gpu.gpus)
    if (std::optional<Near> near = nearest(input.machine.pci, gpu, nics)) all.push_back(*std::move(near));
  return all;
}

/// On one host bridge or closer.
bool is_close(const Near& near) { return near.distance <= facts::Distance::phb; }

/// The other socket, or another host bridge while some GPU of the machine is closer to its adapter. Where every GPU has its own
/// host bridge (NODE throughout) the machine is built so.
bool is_far(const Near& near, bool some_close) {
  return near.distance == facts::Distance::sys || (near.distance == facts::Distance::node && some_close);
}

/// With fewer than one adapter for two GPUs some must be far: built so, or given so to this container, which the bus shows all
/// GPUs.
Severity weight(const Input& input, std::size_t nics, std::size_t gpus) {
  const facts::Known<unsigned>& mine = input.machine.gpu.nvml_count;
  const bool others = mine.has() && *mine < gpus;
  return 2 * nics < gpus || others ? Severity::info : Severity::warning;
}

/// A row of a pasted matrix: the nearest of the adapters that it names.
struct NearRow {
  const facts::AffinityRow* row = nullptr;
  facts::Distance distance = facts::Distance::sys;
  std::vector<std::string> nics;
};

NearRow nearest(const facts::AffinityRow& row) {
  NearRow near{&row, facts::Distance::sys, {}};
  for (const facts::NicDistance& nic : row.nics) {
    if (nic.distance < near.distance) near = {&row, nic.distance, {}};
    if (nic.distance == near.distance) near.nics.push_back(nic.nic);
  }
  return near;
}

/// The same judgement of `nvidia-smi topo -m`. Whether an adapter may be used it does not tell.
std::vector<Finding> of_matrix(const Input& input) {
  std::vector<NearRow> all;
  for (const facts::AffinityRow& row : input.machine.gpu.affinity) all.push_back(nearest(row));
  const bool some_close = std::ranges::any_of(all, [](const NearRow& near) { return near.distance <= facts::Distance::phb; });
  const std::size_t nics = all.empty() ? 0 : all.front().row->nics.size();
  const Severity severity = 2 * nics < all.size() ? Severity::info : Severity::warning;
  std::vector<Finding> findings;
  for (const NearRow& near : all) {
    const std::string names = listed(near.nics, 4);
    const Evidence evidence{base::format("{} to {}: {}", near.row->gpu, names, facts::name(near.distance)), near.row->source};
    const bool far = near.distance == facts::Distance::sys || (near.distance == facts::Distance::node && some_close);
    if (far)
      findings.push_back(
          violated(severity, near.row->gpu,
                   base::format("has no adapter near: the nearest is {} ({})", names, facts::name(near.distance)), {evidence}));
    else
      findings.push_back(
          ok(near.row->gpu, base::format("nearest adapter {} ({})", names, facts::name(near.distance)), {evidence}));
  }
  return folded(findings);
}

std::vector<Finding> find(const Input& input) {
  if (!input.machine.gpu.affinity.empty()) return of_matrix(input);
  const Ports ports = ports_of(input);
  const std::vector<Nic> nics = usable_nics(ports.machine, ports.views);
  if (std::optional<Finding> finding = no_gpu_list(ports)) return {*std::move(finding)};
  const std::vector<Near> all = all_nearest(input, nics);
  const bool some_close = std::ranges::any_of(all, is_close);
  std::vector<Finding> findings;
  for (const Near& near : all) {
    const std::string names = base::joined(near.nics, ", ");
    const Evidence evidence{base::format("{} to {}: {}", near.gpu->pci_address, names, facts::name(near.distance)),
                            "PCI paths below /sys/devices"};
    if (near.distance == facts::Distance::unknown_host_bridges)
      findings.push_back(unknown(near.gpu->pci_address,
                                 "how near its adapters are is not known: the firmware names no NUMA node", {evidence}));
    else if (is_far(near, some_close))
      findings.push_back(
          violated(weight(input, nics.size(), all.size()), near.gpu->pci_address,
                   base::format("has no adapter near: the nearest usable one is {} ({})", names, facts::name(near.distance)),
                   {evidence}));
    else
      findings.push_back(
          ok(near.gpu->pci_address, base::format("nearest adapter {} ({})", names, facts::name(near.distance)), {evidence}));
  }
  return folded(findings);
}

}  // namespace

Check topo_gpu_without_near_nic() {
  return {.id = {},
          .title = "A GPU has no adapter near it",
          .severity = Severity::warning,
          .cause =
              "Traffic between a GPU and an adapter below another host bridge or on the other socket crosses the processors' "
              "link. NCCL does not use GPUDirect RDMA over that distance by default, and such a GPU slows every collective.",
          .fix =
              "In the KubeletConfiguration of the node, so that GPUs and adapters are given together (or request all of "
              "them):\ntopologyManagerPolicy: single-numa-node",
          .rule = find};
}

}  // namespace railhead::check
