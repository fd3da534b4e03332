#include "cli/manifest/job_file.h"

#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cli/output.h"

namespace railhead::cli {

using manifest::job::JobDocument;
using manifest::job::JobFile;
using manifest::job::Problem;

base::Result<ProfileFile> first_profile(const std::string& path) {
  const auto text = read_input(path, kMostJobBytes);
  if (!text) return std::unexpected(text.error());
  JobFile read = manifest::job::read_jobs(*text, base::one_line(path));
  if (!read.problems.empty()) return ProfileFile{.problems = std::move(read.problems)};
  for (JobDocument& document : read.documents)
    if (document.cluster) return ProfileFile{.cluster = *std::move(document.cluster)};
  return std::unexpected(
      base::Error{.code = base::Code::malformed,
                  .message = base::format("{}: expected a ClusterProfile", base::one_line(path)),
                  .cause = "no document in it has kind: ClusterProfile, or is a TrainingJob that describes its cluster"});
}

base::Error told(const std::vector<Problem>& problems) {
  std::string lines;
  for (const Problem& problem : problems) {
    if (!lines.empty()) lines += '\n';
    if (!problem.place.empty()) lines += problem.place + ": ";
    lines += problem.message;
    if (!problem.suggestion.empty()) lines += base::format(" ({})", problem.suggestion);
  }
  const std::string count =
      problems.size() > 1 ? base::format("{} things are wrong, and nothing was written.", problems.size()) : std::string();
  return {.code = base::Code::malformed, .message = std::move(lines), .suggestion = count};
}

}  // namespace railhead::cli
