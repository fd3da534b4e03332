#include "cli/render/told.h"

#include "base/format.h"

namespace railhead::cli {

base::Error told(const std::vector<manifest::job::Problem>& problems) {
  std::string lines;
  for (const manifest::job::Problem& problem : problems) {
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
