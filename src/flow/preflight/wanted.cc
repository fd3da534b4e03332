#include "flow/preflight/wanted.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "flow/deploy/own.h"
#include "kube/objects/kinds.h"
#include "manifest/facts/object_facts.h"
#include "manifest/render/plan.h"
#include "manifest/yaml/yaml.h"

namespace railhead::flow {
namespace {

using facts::WantedJob;
using facts::WantedNetwork;
using manifest::render::Plan;

constexpr std::array<const char*, 6> kWays = {"ipc-lock", "sys-resource", "launcher", "nri", "native", "none"};

const Item* item_of(const std::vector<Item>& items, std::string_view kind, const std::string& space, const std::string& name) {
  const auto found = std::ranges::find_if(
      items, [&](const Item& one) { return one.kind->kind == kind && one.space == space && one.name == name; });
  return found == items.end() ? nullptr : &*found;
}

/// What the network will be made of.
void describe(const Item& item, WantedNetwork& network) {
  network.made = true;
  if (item.kind->kind == "SriovIBNetwork") network.types = {"ib-sriov"};
  const manifest::Parsed parsed = manifest::parse_yaml(item.text);
  if (parsed.documents.empty()) return;
  for (const facts::ClusterObject& object : manifest::objects_of(parsed.documents.front(), {.file = item.name})) {
    if (!object.network) continue;
    for (const facts::CniPlugin& plugin : object.network->plugins) {
      const bool told = network.types.empty() || item.kind->kind == "NetworkAttachmentDefinition";
      if (plugin.type && told) network.types.push_back(*plugin.type);
      if (plugin.ipam_type) network.ipam.push_back(*plugin.ipam_type);
    }
  }
}

WantedNetwork network_of(const Plan& plan, const manifest::job::Rail& rail, const std::vector<Item>& items) {
  WantedNetwork network{.space = rail.space.empty() ? plan.space() : rail.space,
                        .name = rail.network,
                        .resource = rail.resource,
                        .subnet = rail.subnet,
                        .exclude = rail.exclude,
                        .mtu = rail.mtu};
  for (const Item& item : items) {
    const bool own = item.kind->kind == "NetworkAttachmentDefinition" && item.space == network.space;
    const bool operated = item.kind->kind == "SriovNetwork" || item.kind->kind == "SriovIBNetwork";
    if (item.name == network.name && (own || operated)) describe(item, network);
  }
  return network;
}

void add_networks(const Plan& plan, const std::vector<Item>& items, WantedJob& job) {
  if (!plan.rdma()) return;
  for (const manifest::job::Rail& rail : plan.cluster.rails) {
    if (!rail.resource.empty()) job.rdma_resources.push_back(rail.resource);
    if (!rail.network.empty() && manifest::job::has_attachments(plan.cluster.fabric))
      job.networks.push_back(network_of(plan, rail, items));
  }
}

void add_objects(const Plan& plan, const std::vector<Item>& items, WantedJob& job) {
  const auto add = [&](const char* kind, const std::string& name, std::string use, bool optional = false) {
    const auto same = [&](const facts::WantedObject& one) { return one.kind == kind && one.name == name; };
    if (std::ranges::none_of(job.objects, same))
      job.objects.push_back({.kind = kind, .name = name, .use = std::move(use), .optional = optional});
  };
  job.account = plan.service_account();
  job.account_made = item_of(items, "ServiceAccount", job.space, job.account) != nullptr;
  if (!job.account_made) add("serviceaccount", job.account, "as the pods' service account");
  for (const std::string& secret : plan.cluster.pull_secrets) add("secret", secret, "to pull its image", true);
  for (const manifest::job::SecretVariable& one : plan.job.secrets)
    add("secret", one.secret, base::format("for the variable {}", one.name));
  for (const manifest::job::Volume& one : plan.job.volumes) {
    const std::string use = base::format("for the volume {}", one.name);
    if (!one.claim.empty()) add("persistentvolumeclaim", one.claim, use);
    if (!one.config_map.empty()) add("configmap", one.config_map, use);
    if (!one.secret.empty()) add("secret", one.secret, use);
    if (one.size.empty() || one.scratch || !one.claim.empty()) continue;
    const std::string& usual = one.per_pod ? plan.cluster.storage.per_pod : plan.cluster.storage.shared;
    job.claims.push_back({one.name, one.storage_class.empty() ? usual : one.storage_class});
  }
}

/// Kinds of the API's own groups are always there; of others the survey knows those that it asks about.
void add_apis(const std::vector<Item>& items, WantedJob& job) {
  for (const Item& item : items) {
    const std::string name = kube::resource_of(*item.kind);
    if (std::ranges::find(job.apis, name, &facts::WantedApi::name) != job.apis.end()) continue;
    const std::string group(item.kind->group);
    job.apis.push_back({name, group.substr(group.rfind('/') + 1), std::string(item.kind->kind)});
  }
}

}  // namespace

WantedJob wanted_of(const JobOnCluster& one, const std::vector<Item>& items) {
  const Plan plan{*one.job, *one.cluster};
  WantedJob job{.name = one.job->name,
                .space = plan.space(),
                .file = one.place,
                .rdma = plan.rdma(),
                .memlock = kWays[static_cast<std::size_t>(one.cluster->memlock)]};
  job.space_made = item_of(items, "Namespace", "", job.space) != nullptr;
  job.scc_made = item_of(items, "SecurityContextConstraints", "", plan.scc()) != nullptr;
  if (plan.rdma() && (job.scc_made || !one.cluster->scc.empty())) job.scc = plan.scc();
  add_networks(plan, items, job);
  add_objects(plan, items, job);
  add_apis(items, job);
  const std::string owner = owner_of(job.space, job.name);
  for (const Item& item : items)
    if (item.owner == owner && has_pods(item)) std::ranges::move(pods_of(item, one.job->nodes), std::back_inserter(job.pods));
  return job;
}

}  // namespace railhead::flow
