#pragma once

#include <string>
#include <vector>

#include "facts/cluster/survey/survey.h"
#include "kube/client.h"

namespace railhead::kube {

struct SurveyWish {
  std::string space = {};    // the namespace of the jobs
  std::string account = {};  // the service account of the pods, whose right to use SCCs is asked for; empty: nobody's
  std::vector<std::string> labels = {};  // keys of nodes' labels that are wanted beside those of interest
};

/// Reads what of a cluster matters to RDMA and GPU jobs, in three rounds of calls beside each other. Only reads: what may not
/// be read is missing, with the reason. An error where nothing at all can be read: no login, no server.
Answer<facts::Survey> survey(const Client& client, const SurveyWish& wish);

/// What the survey lacks, each with the command that shows it to one who may. What its own reason makes plain (an API that is
/// not served) is no gap.
std::vector<facts::SurveyGap> gaps(const facts::Survey& survey);

}  // namespace railhead::kube
