#include "cli/init/judge.h"

#include <filesystem>

#include "base/format.h"
#include "base/text.h"
#include "cli/manifest/job_file.h"
#include "cli/output.h"
#include "cli/render/jobs.h"
#include "manifest/job/init/written.h"

namespace railhead::cli {
namespace {

using manifest::job::Answers;
using manifest::job::JobDocument;
using manifest::job::JobFile;
using manifest::job::Problem;

namespace fs = std::filesystem;

/// Absolute, and without links in its folders: ".." behind a link leads elsewhere.
fs::path whole(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error).lexically_normal();
  const fs::path folder = fs::weakly_canonical(absolute.parent_path(), error);
  return error ? absolute : folder / absolute.filename();
}

/// The folder that the written file is in; the working directory of what goes to stdout.
fs::path folder_of(const std::string& target) { return whole(target == "-" ? "railhead.yaml" : target).parent_path(); }

}  // namespace

base::Result<void> Judge::take_profile(const std::string& file) {
  if (file == "-")
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = "--cluster: the job names the file, so that it cannot be stdin",
                                       .suggestion = "Save the ClusterProfile in a file beside the job."});
  auto profile = first_profile(file);
  if (!profile) return std::unexpected(profile.error());
  if (!profile->problems.empty()) return std::unexpected(told(profile->problems));
  profile_ = std::move(profile->cluster);
  return {};
}

std::string Judge::from_target(const std::string& path) const {
  if (path.starts_with('/')) return path;
  return whole(path).lexically_proximate(folder_of(target_)).string();
}

base::Result<Judge::Rendered> Judge::rendered(const Answers& answers) const {
  JobFile read = manifest::job::read_jobs(manifest::job::written(answers, target_), "railhead.yaml");
  if (!read.problems.empty() || read.documents.size() != 1) return std::unexpected(told(read.problems));
  JobDocument& document = read.documents.front();
  Rendered result{.objects = {}, .job = *std::move(document.job), .cluster = {}};
  if (document.cluster)
    result.cluster = *std::move(document.cluster);
  else if (profile_)
    result.cluster = *profile_;
  if (!document.script_file.empty()) {
    auto script = read_input((folder_of(target_) / document.script_file).string(), kMostScript);
    if (!script) return std::unexpected(script.error());
    result.job.script = *std::move(script);
  }
  auto objects = manifest::render::render(result.job, result.cluster, {});
  if (!objects) return std::unexpected(objects.error());
  result.objects = *std::move(objects);
  return result;
}

std::vector<Problem> Judge::problems(const Answers& answers) const {
  std::vector<Problem> found = manifest::job::problems_with(answers, profile_ ? &*profile_ : nullptr);
  if (!found.empty()) return found;
  if (const auto done = rendered(answers); !done) {
    const base::Error& error = done.error();
    found.push_back({.place = "",
                     .message = error.cause.empty() ? error.message : base::format("{}: {}", error.message, error.cause),
                     .suggestion = error.suggestion});
  }
  return found;
}

}  // namespace railhead::cli
