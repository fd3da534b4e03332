#include <utility>

#include "manifest/render/cluster/object.h"

namespace railhead::manifest::render {

/// A training job asks nothing of the API: without a token there is none to steal. Whoever may edit the namespace may make it.
base::Result<std::vector<Object>> service_account(const Plan& plan) {
  std::vector<Object> objects;
  const std::string name = plan.service_account();
  if (!plan.cluster.create_service_account || name == "default") return objects;
  Members members = {{"apiVersion", word("v1")},
                     {"kind", word("ServiceAccount")},
                     {"metadata", plan.cluster.service_account.empty() ? metadata(plan, name, plan.space())
                                                                       : shared_metadata(plan, name, plan.space())},
                     {"automountServiceAccountToken", truth(false)}};
  if (!plan.cluster.pull_secrets.empty()) {
    std::vector<Tree> secrets;
    secrets.reserve(plan.cluster.pull_secrets.size());
    for (const std::string& secret : plan.cluster.pull_secrets) secrets.push_back(mapping({{"name", word(secret)}}));
    members.emplace_back("imagePullSecrets", sequence(std::move(secrets)));
  }
  objects.push_back(made("ServiceAccount", name, plan.space(), NeededBy::user, members));
  return objects;
}

}  // namespace railhead::manifest::render
