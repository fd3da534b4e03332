#include "manifest/render/plan.h"

#include <algorithm>

#include "base/format.h"

namespace railhead::manifest::render {
namespace {

constexpr const char* kOwner = "railhead.dev/owner";

/// railhead.yaml's labels behind those that objects find each other by, which stay what they are.
void add_own_labels(const Plan& plan, Members& labels) {
  for (const auto& [name, value] : plan.job.labels)
    if (std::ranges::find(labels, name, &Members::value_type::first) == labels.end()) labels.emplace_back(name, word(value));
}

Tree owned(const std::string& owner, Members labels, const std::string& name, const std::string& space, Members annotations) {
  Members members = {{"name", word(name)}};
  if (!space.empty()) members.emplace_back("namespace", word(space));
  annotations.emplace(annotations.begin(), kOwner, word(owner));
  members.emplace_back("labels", mapping(std::move(labels)));
  members.emplace_back("annotations", mapping(std::move(annotations)));
  return mapping(std::move(members));
}

}  // namespace

std::string Plan::service_account() const { return cluster.service_account.empty() ? job.name : cluster.service_account; }

std::string Plan::scc() const { return cluster.scc.empty() ? base::format("railhead-{}-{}", space(), job.name) : cluster.scc; }

Members selector(const Plan& plan) {
  return {{"app.kubernetes.io/instance", word(plan.job.name)}, {"app.kubernetes.io/managed-by", word("railhead")}};
}

Members labels(const Plan& plan) {
  Members labels = {{"app.kubernetes.io/name", word(plan.job.name)}};
  std::ranges::move(selector(plan), std::back_inserter(labels));
  add_own_labels(plan, labels);
  return labels;
}

Tree metadata(const Plan& plan, const std::string& name, const std::string& space, Members annotations) {
  return owned(base::format("TrainingJob/{}/{}", plan.space(), plan.job.name), labels(plan), name, space,
               std::move(annotations));
}

Tree shared_metadata(const Plan& plan, const std::string& name, const std::string& space, Members annotations) {
  const std::string profile = plan.cluster.name.empty() ? plan.space() : plan.cluster.name;
  return owned("ClusterProfile/" + profile,
               {{"app.kubernetes.io/managed-by", word("railhead")}, {"app.kubernetes.io/part-of", word(profile)}}, name, space,
               std::move(annotations));
}

}  // namespace railhead::manifest::render
