#include "cli/render/jobs.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cli/manifest/inputs.h"
#include "cli/manifest/job_file.h"
#include "cli/output.h"

namespace railhead::cli {
namespace {

using manifest::job::ClusterProfile;
using manifest::job::JobDocument;
using manifest::job::JobFile;
using manifest::job::Problem;

base::Result<std::string> whole_text(const ManifestFile& file) {
  std::string text;
  const auto read = ManifestInputs::read(file, Taking::text, [&](const manifest::Chunk& chunk) -> base::Result<void> {
    if (text.size() + chunk.text.size() > kMostJobBytes)
      return std::unexpected(base::Error{.code = base::Code::malformed,
                                         .message = base::format("{}: more than 16 MiB of jobs", base::one_line(file.name))});
    text += chunk.text;
    return {};
  });
  if (!read) return std::unexpected(read.error());
  return text;
}

/// A path that a file says is meant from the folder of that file; from the working directory where it came by stdin.
std::string beside(const ManifestFile& file, const std::string& path) {
  if (path.starts_with('/') || file.path.empty()) return path;
  return (std::filesystem::path(file.path).parent_path() / path).string();
}

class Reading {
 public:
  explicit Reading(const JobOptions& options) : options_(options) {}

  base::Result<ReadJobs> all() {
    if (!options_.cluster.empty()) {
      auto profile = profile_in(options_.cluster);
      if (!profile) return std::unexpected(profile.error());
      given_ = *std::move(profile);
    }
    const auto inputs = ManifestInputs::of(options_.operands);
    if (!inputs) return std::unexpected(inputs.error());
    for (const ManifestFile& file : inputs->files())
      if (auto done = take(file); !done) return std::unexpected(done.error());
    if (result_.jobs.empty() && result_.problems.empty())
      return std::unexpected(base::Error{.code = base::Code::usage,
                                         .message = "no TrainingJob in " + base::listed(options_.operands),
                                         .cause = "",
                                         .suggestion = "A job is a document with kind: TrainingJob and apiVersion: "
                                                       "railhead.dev/v1alpha1. 'railhead init' writes one."});
    return std::move(result_);
  }

 private:
  void note(std::vector<Problem> problems) { std::ranges::move(problems, std::back_inserter(result_.problems)); }

  base::Result<void> take(const ManifestFile& file) {
    const auto text = whole_text(file);
    if (!text) return std::unexpected(text.error());
    JobFile read = manifest::job::read_jobs(*text, base::one_line(file.name));
    note(std::move(read.problems));
    std::optional<ClusterProfile> before;
    for (JobDocument& document : read.documents) {
      if (!document.job) {
        before = std::move(document.cluster);
      } else if (auto done = take_job(file, document, before); !done) {
        return done;
      }
    }
    return {};
  }

  base::Result<void> take_job(const ManifestFile& file, JobDocument& document, const std::optional<ClusterProfile>& before) {
    auto cluster = cluster_of(file, document, before);
    if (!cluster) return std::unexpected(cluster.error());
    ReadyJob ready{.place = document.place, .job = *std::move(document.job), .cluster = *std::move(cluster)};
    if (options_.mode == "tcp") ready.job.mode = manifest::job::Mode::tcp;
    if (options_.mode == "rdma") ready.job.mode = manifest::job::Mode::rdma;
    if (!options_.space.empty()) ready.job.space = options_.space;
    if (!document.script_file.empty()) {
      auto script = read_input(beside(file, document.script_file), kMostScript);
      if (!script) return std::unexpected(script.error());
      ready.job.script = *std::move(script);
      ready.job.script_name = std::filesystem::path(document.script_file).filename().string();
    }
    // Of a profile with problems nothing can be said: those come first.
    if (!result_.problems.empty()) return {};
    for (Problem& problem : manifest::job::conflicts(ready.job, ready.cluster)) {
      problem.place = document.place;
      result_.problems.push_back(std::move(problem));
    }
    result_.jobs.push_back(std::move(ready));
    return {};
  }

  base::Result<ClusterProfile> cluster_of(const ManifestFile& file, const JobDocument& document,
                                          const std::optional<ClusterProfile>& before) {
    if (document.cluster) return *document.cluster;
    if (!document.cluster_file.empty()) return profile_in(beside(file, document.cluster_file));
    if (given_) return *given_;
    if (before) return *before;
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = document.place + ": the job has no cluster",
                                       .cause = "",
                                       .suggestion =
                                           "Describe it under spec.cluster, or give --cluster FILE with a ClusterProfile. "
                                           "'railhead init' asks for it and writes the file."});
  }

  /// Each file is read once.
  base::Result<ClusterProfile> profile_in(const std::string& path) {
    if (const auto known = profiles_.find(path); known != profiles_.end()) return known->second;
    auto file = first_profile(path);
    if (!file) return std::unexpected(file.error());
    note(std::move(file->problems));
    return profiles_.emplace(path, std::move(file->cluster)).first->second;
  }

  const JobOptions& options_;
  std::optional<ClusterProfile> given_;
  std::map<std::string, ClusterProfile> profiles_;
  ReadJobs result_;
};

}  // namespace

base::Result<ReadJobs> read_ready_jobs(const JobOptions& options) { return Reading(options).all(); }

}  // namespace railhead::cli
