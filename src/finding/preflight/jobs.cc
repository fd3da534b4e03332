#include "finding/preflight/jobs.h"

#include <algorithm>
#include <set>

namespace railhead::check {

const facts::SurveyedObject* definition_of(const facts::Survey& survey, const facts::WantedNetwork& network) {
  if (!survey.networks) return nullptr;
  const auto found = std::ranges::find_if(
      *survey.networks, [&](const auto& one) { return one.space == network.space && one.name == network.name; });
  return found == survey.networks->end() ? nullptr : &*found;
}

bool knows_networks_of(const facts::Survey& survey, const std::string& space) {
  if (!survey.networks) return false;
  const auto& those = survey.networks_of;
  return those.empty() || std::ranges::find(those, space) != those.end();
}

std::vector<std::string> resources_of(const facts::Survey& survey) {
  std::set<std::string> names;
  if (survey.nodes)
    for (const facts::SurveyedNode& node : *survey.nodes)
      for (const facts::NodeAmount& amount : node.amounts) names.insert(amount.name);
  return {names.begin(), names.end()};
}

bool is_offered(const facts::Survey& survey, const std::string& resource) {
  return survey.nodes && std::ranges::any_of(*survey.nodes, [&](const facts::SurveyedNode& node) {
           const facts::NodeAmount* amount = node.amount(resource);
           return amount && amount->allocatable.value_or(0) > 0;
         });
}

}  // namespace railhead::check
