// railhead.yaml: any text, as a file of documents.
#include <algorithm>

#include "manifest/job/fields/format.h"
#include "manifest/job/read.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;
using manifest::job::Format;

namespace {

void claim_problem(const manifest::job::Problem& problem) {
  fuzz::claim_readable(problem.place + problem.message + problem.suggestion);
  fuzz::claim(problem.place.starts_with("x:") && !problem.message.empty(), "a problem has its place and its words");
  fuzz::claim(problem.message.size() < 2000 && problem.suggestion.size() < 500, "a problem is said in short");
  fuzz::claim((problem.message + problem.suggestion).find('\n') == std::string::npos, "a problem is one line");
}

void claim_fits(Format format, const std::string& text, const char* what) {
  fuzz::claim(text.empty() || manifest::job::facts_of(format).fits(text), what);
}

void claim_job(const manifest::job::TrainingJob& job) {
  fuzz::claim(!job.name.empty() && job.nodes > 0, "a job has a name and nodes");
  claim_fits(Format::job_name, job.name, "its name is one");
  claim_fits(Format::size, job.resources.memory, "its memory is a size");
  claim_fits(Format::image, job.image, "its image is one");
  fuzz::claim(job.image.empty() != job.build.git.empty(), "it has an image, or one that is built");
  for (const manifest::job::Volume& volume : job.volumes) {
    fuzz::claim(!volume.name.empty() && !volume.mount.empty(), "a volume has a name and a place");
    claim_fits(Format::mount_path, volume.mount, "which is a path");
  }
}

void claim_cluster(const manifest::job::ClusterProfile& cluster) {
  fuzz::claim(cluster.rails.size() <= 64, "rails are bounded");
  for (const manifest::job::Rail& rail : cluster.rails) {
    claim_fits(Format::resource, rail.resource, "a rail's resource is one");
    claim_fits(Format::subnet, rail.subnet, "its subnet is one");
    fuzz::claim(rail.network.empty() != manifest::job::has_attachments(cluster.fabric),
                "it has a network where the fabric does");
  }
}

}  // namespace

RAILHEAD_FUZZ(text) {
  const manifest::job::JobFile file = manifest::job::read_jobs(text, "x");
  fuzz::claim(file.problems.size() <= 64, "problems are bounded");
  fuzz::claim(!file.problems.empty() || !file.documents.empty(), "a file without documents is a problem");
  std::ranges::for_each(file.problems, claim_problem);
  for (const manifest::job::JobDocument& document : file.documents) {
    fuzz::claim(document.job || document.cluster, "a document is a job or a cluster");
    if (document.job) claim_job(*document.job);
    if (document.cluster) claim_cluster(*document.cluster);
    if (!document.job || !document.cluster) continue;
    for (const manifest::job::Problem& problem : conflicts(*document.job, *document.cluster))
      fuzz::claim_readable(problem.message + problem.suggestion);
  }
}
