#include "manifest/render/workload/volumes.h"

#include "base/format.h"
#include "manifest/render/workload/object.h"
#include "manifest/render/workload/script.h"

namespace railhead::manifest::render {
namespace {

using job::Volume;

/// A claim that is made rather than one that is there.
bool is_made(const Volume& volume) { return !volume.scratch && volume.claim.empty() && !volume.size.empty(); }

bool has(const Volume& volume, PodRole role) { return role == PodRole::node || !volume.per_pod; }

std::string claim_name(const Plan& plan, const Volume& volume) { return plan.job.name + "-" + volume.name; }

Tree claim_spec(const Plan& plan, const Volume& volume) {
  const std::string& usual = volume.per_pod ? plan.cluster.storage.per_pod : plan.cluster.storage.shared;
  const std::string& chosen = volume.storage_class.empty() ? usual : volume.storage_class;
  Members members = {{"accessModes", words({volume.per_pod ? "ReadWriteOnce" : "ReadWriteMany"})},
                     {"resources", mapping({{"requests", mapping({{"storage", word(volume.size)}})}})}};
  if (!chosen.empty()) members.emplace_back("storageClassName", word(chosen));
  return mapping(std::move(members));
}

/// Made for the pod and gone with it: a generic ephemeral volume.
std::pair<std::string, Tree> ephemeral(const Plan& plan, const Volume& volume) {
  const Tree pattern =
      mapping({{"metadata", mapping({{"labels", mapping(labels(plan))}})}, {"spec", claim_spec(plan, volume)}});
  return {"ephemeral", mapping({{"volumeClaimTemplate", pattern}})};
}

std::pair<std::string, Tree> claimed(const std::string& name, bool read_only) {
  Members members = {{"claimName", word(name)}};
  if (read_only) members.emplace_back("readOnly", truth(true));
  return {"persistentVolumeClaim", mapping(std::move(members))};
}

std::pair<std::string, Tree> source_of(const Plan& plan, const Volume& volume) {
  if (!volume.claim.empty()) return claimed(volume.claim, volume.read_only);
  if (!volume.config_map.empty()) return {"configMap", mapping({{"name", word(volume.config_map)}})};
  if (!volume.secret.empty()) return {"secret", mapping({{"secretName", word(volume.secret)}})};
  if (is_made(volume)) return volume.per_pod ? ephemeral(plan, volume) : claimed(claim_name(plan, volume), volume.read_only);
  Members directory;
  if (!volume.size.empty()) directory.emplace_back("sizeLimit", word(volume.size));
  return {"emptyDir", mapping(std::move(directory))};
}

bool is_of_stateful_set(const Plan& plan, const Volume& volume) {
  return plan.job.kind == job::JobKind::stateful_set && is_made(volume) && volume.per_pod;
}

}  // namespace

std::vector<Tree> pod_volumes(const Plan& plan, PodRole role) {
  std::vector<Tree> list;
  list.reserve(plan.job.volumes.size() + 1);
  for (const Volume& volume : plan.job.volumes)
    if (has(volume, role) && !is_of_stateful_set(plan, volume))
      list.push_back(mapping({{"name", word(volume.name)}, source_of(plan, volume)}));
  if (!plan.job.script.empty())
    list.push_back(mapping({{"name", word(kScriptVolume)},
                            {"configMap", mapping({{"name", word(plan.script_map())}, {"defaultMode", number(0555)}})}}));
  return list;
}

std::vector<Tree> volume_mounts(const Plan& plan, PodRole role) {
  std::vector<Tree> list;
  list.reserve(plan.job.volumes.size() + 1);
  const auto add = [&](const std::string& name, const std::string& path, bool read_only) {
    Members members = {{"name", word(name)}, {"mountPath", word(path)}};
    if (read_only) members.emplace_back("readOnly", truth(true));
    list.push_back(mapping(std::move(members)));
  };
  for (const Volume& volume : plan.job.volumes)
    if (has(volume, role)) add(volume.name, volume.mount, volume.read_only);
  if (!plan.job.script.empty()) add(kScriptVolume, kScriptFolder, true);
  return list;
}

std::vector<Tree> claim_templates(const Plan& plan) {
  std::vector<Tree> list;
  for (const Volume& volume : plan.job.volumes)
    if (is_of_stateful_set(plan, volume))
      list.push_back(mapping({{"metadata", mapping({{"name", word(volume.name)}, {"labels", mapping(labels(plan))}})},
                              {"spec", claim_spec(plan, volume)}}));
  return list;
}

base::Result<std::vector<Object>> volumes(const Plan& plan) {
  std::vector<Object> objects;
  for (const Volume& volume : plan.job.volumes)
    if (is_made(volume) && !volume.per_pod)
      objects.push_back(
          made(plan, "v1", "PersistentVolumeClaim", claim_name(plan, volume), {{"spec", claim_spec(plan, volume)}}));
  return objects;
}

}  // namespace railhead::manifest::render
