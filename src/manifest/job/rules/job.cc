#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "facts/cluster/quantity.h"
#include "manifest/job/check/problems.h"
#include "manifest/job/rules/rules.h"

namespace railhead::manifest::job {
namespace {

/// Workers of an MPIJob and pods of a JobSet have longer names than others, which must be names of hosts (63 characters).
constexpr std::size_t kLongestNested = 45;

void judge_kind(const TrainingJob& job, const Say& say) {
  const bool once = job.kind == JobKind::job || job.kind == JobKind::mpi_job || job.kind == JobKind::job_set;
  if (job.kind == JobKind::pod && job.nodes > 1)
    say("spec.nodes", "spec.kind", base::format("kind pod is one pod, not {}", job.nodes),
        "kind: statefulset or kind: job has several");
  if (job.backoff_limit > 0 && !once)
    say("spec.backoffLimit", "spec.kind", "expected only with kind job, mpijob or jobset", "");
  if (job.slots > 0 && job.kind != JobKind::mpi_job)
    say("spec.slotsPerWorker", "spec.kind", "expected only with kind mpijob", "");
  const bool nested = job.kind == JobKind::mpi_job || job.kind == JobKind::job_set;
  if (nested && job.name.size() > kLongestNested)
    say("metadata.name", "spec.kind",
        base::format("expected at most {} characters for kind {}, whose pods have longer names, found {}", kLongestNested,
                     job.kind == JobKind::mpi_job ? "mpijob" : "jobset", job.name.size()),
        "");
}

void judge_variables(const TrainingJob& job, const Say& say) {
  for (std::size_t i = 0; i < job.secrets.size(); ++i) {
    const std::string path = joined_path(joined_path("spec.secrets", i), "name");
    const std::string other = joined_path("spec.environment", job.secrets[i].name);
    if (job.environment.contains(job.secrets[i].name))
      say(path, other, base::format("{} is a variable of spec.environment already", job.secrets[i].name), "");
  }
}

void judge_memory(const TrainingJob& job, const Say& say) {
  const auto shm = facts::parse_quantity(job.shm);
  const auto memory = facts::parse_quantity(job.resources.memory);
  if (shm && memory && shm->units > memory->units)
    say("spec.shm", "spec.resources.memory",
        base::format("{} is more than spec.resources.memory ({}), which it counts against", job.shm, job.resources.memory), "");
}

}  // namespace

void judge_volumes(const TrainingJob& job, const Say& say) {
  for (std::size_t i = 0; i < job.volumes.size(); ++i) {
    const Volume& volume = job.volumes[i];
    const std::string path = joined_path("spec.volumes", i);
    if (!job.shm.empty() && job.shm != "none" && volume.mount == "/dev/shm")
      say(joined_path(path, "mountPath"), "spec.shm", "/dev/shm is mounted for spec.shm already",
          "shm: none leaves it to the volume");
    if (volume.scratch && volume.read_only)
      say(joined_path(path, "readOnly"), joined_path(path, "scratch"), "scratch space that nobody can write to", "");
  }
}

void judge_job(const TrainingJob& job, const Say& say) {
  judge_kind(job, say);
  judge_variables(job, say);
  judge_memory(job, say);
  judge_volumes(job, say);
}

}  // namespace railhead::manifest::job
