#include "finding/declared/objects.h"

#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

/// Variables that only mean something where RDMA is to be used. The last value of a name counts, as in a shell.
std::optional<Evidence> wish_in(const std::vector<facts::Variable>& variables) {
  std::optional<Evidence> wish;
  for (const facts::Variable& variable : variables) {
    const std::string_view name = variable.name;
    const std::string low = base::lowered(variable.value);
    if (name == "NCCL_IB_DISABLE" && low == "1") return std::nullopt;
    if (name == "NCCL_NET" && low == "socket") return std::nullopt;
    const bool ib = name.starts_with("NCCL_IB_") || (name == "NCCL_NET" && low == "ib");
    const bool ucx = (name == "UCX_NET_DEVICES" && low.find("mlx") != std::string::npos) ||
                     (name == "UCX_TLS" && (low.starts_with("rc") || low.find(",rc") != std::string::npos));
    if (!wish && (ib || ucx)) wish = Evidence{variable.name + "=" + variable.value, variable.source};
  }
  return wish;
}

std::optional<Evidence> why_rdma(const facts::ClusterObject::Run& run) {
  if (const facts::HostMount* mount = infiniband_mount(run.container)) return Evidence{mount->outside, mount->source};
  if (auto wish = wish_in(run.container.environment)) return wish;
  const bool disabled = std::ranges::any_of(run.container.environment, [](const facts::Variable& variable) {
    return variable.name == "NCCL_IB_DISABLE" && variable.value == "1";
  });
  const facts::Placed* capability = added(run.container, "IPC_LOCK");
  if (capability != nullptr && run.gpus && run.host_network && !disabled)
    return Evidence{"adds " + capability->text, capability->source};
  return std::nullopt;
}

}  // namespace

std::string DeclaredNetwork::subject() const {
  return base::one_line(object.name.empty() ? object.kind : object.kind + "/" + object.name);
}

std::vector<DeclaredNetwork> declared_networks(const Input& input) {
  std::vector<DeclaredNetwork> found;
  if (input.cluster == nullptr) return found;
  for (const facts::ClusterObject& object : input.cluster->objects)
    if (object.network) found.push_back({object, *object.network});
  return found;
}

std::string RdmaRun::subject() const {
  if (object.kind.empty()) return base::one_line("service " + run.container.name);
  return base::one_line(run.container.image.empty() ? object.kind : object.kind + " " + run.container.image);
}

std::vector<RdmaRun> rdma_runs(const Input& input) {
  std::vector<RdmaRun> found;
  if (input.cluster == nullptr) return found;
  for (const facts::ClusterObject& object : input.cluster->objects)
    for (const facts::ClusterObject::Run& run : object.runs)
      if (auto why = why_rdma(run)) found.push_back({object, run, std::move(*why)});
  return found;
}

const facts::HostMount* infiniband_device(const facts::DeclaredContainer& container) { return infiniband_mount(container); }

bool is_unlimited(const facts::Known<std::string>& memlock) { return memlock && (*memlock == "-1" || *memlock == "unlimited"); }

std::vector<Finding> judged_runs(const Input& input, std::optional<Finding> (*judge)(const RdmaRun&)) {
  return judged_each(rdma_runs(input), judge);
}

}  // namespace railhead::check
