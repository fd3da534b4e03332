#include "lint/table.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "finding/declared/containers.h"
#include "finding/declared/settings.h"
#include "lint/memlock_way.h"
#include "manifest/facts/pod_template.h"
#include "nccl/number.h"

namespace railhead::lint {
namespace {

using facts::DeclaredContainer;
using facts::PodTemplate;

/// The containers of a job: those that ask for GPUs or RDMA, else all that do not end before the others start.
std::vector<const DeclaredContainer*> workers_of(const PodTemplate& pod, const facts::Cluster& cluster) {
  std::vector<const DeclaredContainer*> all;
  std::vector<const DeclaredContainer*> workers;
  for (const DeclaredContainer& container : pod.containers) {
    if (container.init) continue;
    all.push_back(&container);
    if (check::gpus_asked(container) > 0 || !check::rdma_asked(container, cluster).empty()) workers.push_back(&container);
  }
  return workers.empty() ? all : workers;
}

/// The variable that keeps NCCL from RDMA, wherever the manifest sets it. NCCL reads the number as strtoll does: "true" is 0.
std::string turned_off_by(const DeclaredContainer& container, const check::DeclaredSettings& settings) {
  for (const facts::Variable& variable : settings.of(container)) {
    const bool disables = variable.name == "NCCL_IB_DISABLE" && nccl::parse_number(variable.value).value.value_or(0) != 0;
    const bool forces = variable.name == "NCCL_NET" && base::lowered(variable.value) == "socket";
    if (disables || forces) return variable.name + "=" + variable.value;
  }
  return {};
}

void tell_rdma(const std::vector<const DeclaredContainer*>& workers, const facts::Cluster& cluster, PodRow& row) {
  std::vector<std::string> by;
  std::string off;
  bool claims = false;
  const check::DeclaredSettings settings(cluster);
  for (const DeclaredContainer* container : workers) {
    if (off.empty()) off = turned_off_by(*container, settings);
    claims = claims || container->claims;
    for (const facts::ResourceRequest& request : check::rdma_asked(*container, cluster))
      by.push_back(base::format("{}: {}", request.name, request.amount ? std::to_string(*request.amount) : "?"));
    if (const facts::HostMount* mount = check::infiniband_mount(*container)) by.push_back("hostPath " + mount->outside);
  }
  row.rdma = !off.empty() ? "off" : !by.empty() ? "yes" : claims ? "unknown" : "no";
  row.rdma_by = !off.empty() ? off : !by.empty() ? base::listed(by, 4) : claims ? "resource claims" : "";
}

/// One text where all containers have the same, else each with its container.
std::string together(const std::vector<std::pair<std::string, std::string>>& by_container) {
  if (by_container.empty()) return "unknown";
  const bool same = std::ranges::all_of(by_container, [&](const auto& one) { return one.second == by_container[0].second; });
  if (same) return by_container[0].second;
  std::vector<std::string> parts;
  parts.reserve(by_container.size());
  for (const auto& [name, what] : by_container) parts.push_back(base::format("{}: {}", name, what));
  return base::listed(parts, 4);
}

/// What is mounted over /dev/shm. Without a mount container runtimes give 64 MiB.
std::string shm_of(const manifest::Value& container, const manifest::Value& spec) {
  for (const manifest::Value& mount : container["volumeMounts"].items()) {
    if (mount["mountPath"].text() != "/dev/shm" && mount["mountPath"].text() != "/dev/shm/") continue;
    for (const manifest::Value& volume : spec["volumes"].items()) {
      if (volume["name"].text() != mount["name"].text()) continue;
      if (volume["hostPath"]) return "of the node";
      if (!volume["emptyDir"]) return "a volume";
      const manifest::Value directory = volume["emptyDir"];
      const auto size = directory["sizeLimit"].text();
      return (directory["medium"].text() == "Memory" ? "memory" : "disk") + (size ? ", " + *size : std::string(", no limit"));
    }
    return "unknown";
  }
  return spec["hostIPC"].boolean() == true ? "of the node (hostIPC)" : "64 MiB (default)";
}

manifest::Value container_named(const manifest::Value& spec, const std::string& name) {
  for (const manifest::Value& container : spec["containers"].items())
    if (container["name"].text().value_or("") == name) return container;
  return {};
}

PodRow row_of(const PodTemplate& pod, const manifest::FoundTemplate& found, const Item& item, const facts::Cluster& cluster) {
  PodRow row{.owner = pod.owner, .place = item.place_of(pod.source)};
  const std::vector<const DeclaredContainer*> workers = workers_of(pod, cluster);
  tell_rdma(workers, cluster, row);
  std::vector<std::pair<std::string, std::string>> memlock;
  std::vector<std::pair<std::string, std::string>> shm;
  // A TrainJob has no pod template: its runtime says the rest.
  const bool whole = static_cast<bool>(found.spec);
  for (const DeclaredContainer* container : workers) {
    memlock.emplace_back(container->name, whole ? memlock_way(pod, *container) : "unknown");
    const manifest::Value declared = container_named(found.spec, container->name);
    shm.emplace_back(container->name, whole ? base::one_line(shm_of(declared, found.spec)) : "unknown");
  }
  row.memlock = together(memlock);
  row.shm = together(shm);
  row.service_account = pod.service_account.value_or(whole ? "default" : "unknown");
  row.networks.reserve(pod.networks.size());
  for (const facts::NetworkAttachment& network : pod.networks)
    row.networks.push_back(network.space.empty() ? network.name : network.space + "/" + network.name);
  return row;
}

}  // namespace

std::vector<PodRow> rows_of(const Item& item, const facts::Cluster& cluster, const std::vector<JudgedFinding>& findings) {
  const facts::ClusterObject& object = item.object;
  std::vector<PodRow> rows;
  const std::vector<manifest::FoundTemplate> templates = manifest::pod_templates(item.root);
  // Pods are in the order of their templates; a TrainJob's trainer has none and comes behind them.
  rows.reserve(object.pods.size());
  for (std::size_t i = 0; i < object.pods.size(); ++i)
    rows.push_back(row_of(object.pods[i], i < templates.size() ? templates[i] : manifest::FoundTemplate{}, item, cluster));
  for (const JudgedFinding& finding : findings) {
    if (finding.result.finding.verdict != check::Verdict::violated || !finding.ignored.empty() || rows.empty()) continue;
    // The last template that begins before it; what stands before all of them is said of the first.
    auto row = rows.begin();
    for (auto next = rows.begin(); next != rows.end(); ++next)
      if (next->place.line <= finding.place.line) row = next;
    if (finding.result.finding.severity == check::Severity::error) ++row->errors;
    if (finding.result.finding.severity == check::Severity::warning) ++row->warnings;
  }
  return rows;
}

}  // namespace railhead::lint
