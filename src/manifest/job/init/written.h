#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "manifest/job/init/answers.h"
#include "manifest/job/read.h"

namespace railhead::manifest::job {

struct Question;

/// railhead.yaml with what was answered: one commented TrainingJob. It is written whatever the answers are, so that `read_jobs`
/// can say what is wrong with them. `name`: the file's, for its first line.
std::string written(const Answers& answers, std::string_view name);

/// What is wrong with the answers, by the reader of the file itself and what a job and its cluster have to do with each other.
/// `cluster`: the profile where the answers name its file. Messages begin with the path of the field.
std::vector<Problem> problems_with(const Answers& answers, const ClusterProfile* cluster);

/// The question whose field a message is about; nullptr for a field that none asks about.
const Question* question_about(std::string_view message);

}  // namespace railhead::manifest::job
