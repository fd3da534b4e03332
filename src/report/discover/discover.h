#pragma once

#include <string>
#include <vector>

#include "facts/cluster/survey/survey.h"
#include "report/style.h"

namespace railhead::report {

/// Tables for people: nodes, networks, SCCs, what else is there, and what is not known. `remarks`: what is worth knowing.
std::string survey_text(const facts::Survey& survey, const std::vector<facts::SurveyGap>& gaps,
                        const std::vector<std::string>& remarks, const Style& style);

/// One object with all of the survey. A fact that is missing is null, and stands in "unknown". `profile`: the YAML of the
/// profile, empty where it could not be made.
std::string survey_json(const facts::Survey& survey, const std::vector<facts::SurveyGap>& gaps,
                        const std::vector<std::string>& remarks, const std::string& profile, const std::string& version);

}  // namespace railhead::report
