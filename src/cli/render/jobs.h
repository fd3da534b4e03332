#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "manifest/job/read.h"
#include "manifest/render/render.h"

namespace railhead::cli {

/// The most of a script: a ConfigMap holds 1 MiB in all (kubernetes pkg/apis/core/validation: MaxSecretSize).
constexpr std::size_t kMostScript = std::size_t{1000} << 10U;

/// A job with all that it needs to be rendered. `place` is FILE:LINE of its document.
struct ReadyJob {
  std::string place;
  manifest::job::TrainingJob job;
  manifest::job::ClusterProfile cluster;
};

/// What the files were asked with beside their own words: these win.
struct JobOptions {
  std::vector<std::string> operands = {};
  std::string cluster = {};  // file with a ClusterProfile, for jobs without one of their own
  std::string mode = {};
  std::string space = {};
};

struct ReadJobs {
  std::vector<ReadyJob> jobs = {};
  std::vector<manifest::job::Problem> problems = {};  // of all files; `jobs` is not to be used where there are some
};

/// Reads the jobs of all files with the clusters and scripts that they name, by paths relative to their own file. A
/// ClusterProfile in the same stream is that of the jobs behind it which have none. An error where a file cannot be read or no
/// job is in them.
base::Result<ReadJobs> read_ready_jobs(const JobOptions& options);

/// The objects of all jobs, in the order in which they are to be applied.
base::Result<std::vector<manifest::render::Object>> rendered(const std::vector<ReadyJob>& jobs,
                                                             const manifest::render::Options& options);

}  // namespace railhead::cli
