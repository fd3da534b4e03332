#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/cluster/survey/survey.h"
#include "flow/discover/discovered.h"

/// The parts of a profile, one file each; all of them add to one `Discovered`.
namespace railhead::flow {

void find_platform(const facts::Survey& survey, Discovered& found);
void find_gpus(const facts::Survey& survey, Discovered& found);
void find_fabric(const facts::Survey& survey, Discovered& found);
void find_rights(const facts::Survey& survey, Discovered& found);
void find_storage(const facts::Survey& survey, Discovered& found);

void known(Discovered& found, std::string_view field, std::string evidence);
void left_out(Discovered& found, std::string_view field, std::string reason);

/// "not known: denied (...) [/api/v1/nodes]"
template <class T>
std::string not_known(const facts::Known<T>& fact) {
  return "not known: " + facts::described(fact.missing()) + (fact.source().empty() ? "" : " [" + fact.source() + "]");
}

/// The resource of whole GPUs that nodes have; empty where there is none, or several.
std::string gpu_resource(const facts::Survey& survey);
/// Nodes that have some of a resource to give.
std::vector<const facts::SurveyedNode*> nodes_with(const facts::Survey& survey, std::string_view resource);

}  // namespace railhead::flow
