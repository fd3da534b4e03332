#include "flow/discover/discovered.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "flow/discover/parts.h"
#include "manifest/job/read.h"

namespace railhead::flow {
namespace {

constexpr const char* kFile = "cluster.yaml";

std::vector<std::string> head_of() {
  return {base::format("Written by railhead discover: 'railhead render railhead.yaml --cluster {}' takes it. Beside each value "
                       "stands",
                       kFile),
          "where it was read; what was not found, or is not plain, is left out and says why.", ""};
}

std::vector<std::string> foot_of(const Discovered& found, const std::vector<facts::SurveyGap>& gaps) {
  std::vector<std::string> lines;
  if (!found.remarks.empty()) lines.emplace_back("\nWorth knowing:");
  for (const std::string& one : found.remarks) lines.push_back("- " + one);
  if (!gaps.empty()) lines.emplace_back("\nNot known, with the command by which one who may read it sees it:");
  for (const facts::SurveyGap& gap : gaps) {
    lines.push_back(base::format("- {}: {}", gap.what, facts::described(gap.missing)));
    lines.push_back("    " + gap.command);
  }
  return lines;
}

}  // namespace

void known(Discovered& found, std::string_view field, std::string evidence) {
  found.notes[std::string(field)] = {.known = true, .text = std::move(evidence)};
}

void left_out(Discovered& found, std::string_view field, std::string reason) {
  found.notes[std::string(field)] = {.known = false, .text = std::move(reason)};
}

Discovered discovered(const facts::Survey& survey, const std::string& name, const std::string& launcher) {
  Discovered found;
  found.profile.name = name;
  find_platform(survey, found);
  find_gpus(survey, found);
  find_fabric(survey, found);
  find_rights(survey, found);
  find_storage(survey, found);
  found.profile.launcher_image = launcher;
  if (launcher.empty())
    left_out(found, "launcherImage", "push an image that has railhead in it, and name it: --launcher-image");
  else
    known(found, "launcherImage", "given");
  return found;
}

base::Result<std::string> profile_text(const Discovered& found, const std::vector<facts::SurveyGap>& gaps) {
  std::string text = manifest::job::written(found.profile, found.notes, head_of(), foot_of(found, gaps));
  const manifest::job::JobFile read = manifest::job::read_jobs(text, kFile);
  if (read.problems.empty()) return text;
  const manifest::job::Problem& first = read.problems.front();
  return std::unexpected(base::Error{.code = base::Code::malformed,
                                     .message = "the cluster has a value that no profile can hold: " + first.message,
                                     .cause = first.place,
                                     .suggestion = "-o json shows all that was read."});
}

}  // namespace railhead::flow
