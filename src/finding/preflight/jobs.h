#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "facts/cluster/survey/preflight.h"
#include "finding/finding.h"

/// Jobs beside the cluster that they are to run in, as the rules of preflight go through them.
namespace railhead::check {

/// What `judge` says of each job, in their order: it gets the preflight and the job, and gives its findings. Nothing outside of
/// preflight.
template <class Judge>
std::vector<Finding> each_job(const Input& input, const Judge& judge) {
  std::vector<Finding> findings;
  if (!input.preflight) return findings;
  for (const facts::WantedJob& job : input.preflight->jobs)
    std::ranges::move(judge(*input.preflight, job), std::back_inserter(findings));
  return findings;
}

/// "team-a/rail1"
inline std::string title(const facts::WantedNetwork& network) {
  return base::one_line(base::format("{}/{}", network.space, network.name));
}

/// A word of a command that is pasted.
inline std::string word(const std::string& text) { return base::shell_word(base::one_line(text)); }

/// The definition of the network in the cluster; nullptr where it is not known or not there.
const facts::SurveyedObject* definition_of(const facts::Survey& survey, const facts::WantedNetwork& network);

/// Whether the networks of a namespace are known.
bool knows_networks_of(const facts::Survey& survey, const std::string& space);

/// The names of all resources that nodes have.
std::vector<std::string> resources_of(const facts::Survey& survey);

/// Some node has a part of it to give away.
bool is_offered(const facts::Survey& survey, const std::string& resource);

}  // namespace railhead::check
