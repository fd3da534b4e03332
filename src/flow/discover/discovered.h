#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "facts/cluster/survey/survey.h"
#include "manifest/job/write/profile.h"

namespace railhead::flow {

/// The profile that a survey supports. `notes`: of each field where it was read, or why it is left out. `remarks`: what else
/// whoever uses it should know.
struct Discovered {
  manifest::job::ClusterProfile profile;
  manifest::job::FieldNotes notes;
  std::vector<std::string> remarks;
};

/// What the survey shows; nothing is filled in that it does not. `name`: of the profile. `launcher`: the image with railhead in
/// it, which no cluster tells; empty: not named.
Discovered discovered(const facts::Survey& survey, const std::string& name, const std::string& launcher);

/// The profile as a file that `render --cluster` takes, with its gaps at the end; an error where it would not take it.
base::Result<std::string> profile_text(const Discovered& found, const std::vector<facts::SurveyGap>& gaps);

}  // namespace railhead::flow
