#include "flow/survey/surveyed.h"

#include "flow/survey/shared.h"
#include "manifest/facts/object_facts.h"
#include "manifest/yaml/yaml.h"

namespace railhead::flow {
namespace {

using Objects = facts::Known<std::vector<facts::SurveyedObject>>;

constexpr std::size_t kMostValues = std::size_t{1} << 16U;  // of an object

void read(facts::SurveyedObject& object) {
  const manifest::Parsed parsed = manifest::parse_yaml(object.text, kMostValues);
  if (parsed.documents.size() != 1) return;
  std::vector<facts::ClusterObject> found = manifest::objects_of(parsed.documents[0], {.file = object.source});
  if (!found.empty()) object.read = std::move(found.front());
}

}  // namespace

void read_objects(facts::Survey& survey) {
  for (Objects* list :
       {&survey.networks, &survey.sriov_networks, &survey.policies, &survey.plugin_configs, &survey.nic_policies}) {
    if (!*list) continue;
    for (facts::SurveyedObject& object : list->held()) read(object);
  }
  survey.shared_pools = shared_pools(survey);
}

kube::Answer<facts::Survey> surveyed(const kube::Client& client, const kube::SurveyWish& wish) {
  auto survey = kube::survey(client, wish);
  if (survey) read_objects(*survey);
  return survey;
}

}  // namespace railhead::flow
