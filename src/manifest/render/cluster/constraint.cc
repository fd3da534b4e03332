#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/way_out/common.h"
#include "manifest/render/cluster/admission.h"
#include "manifest/render/cluster/grant.h"
#include "manifest/render/cluster/object.h"
#include "manifest/scc/stock.h"

namespace railhead::manifest::render {
namespace {

using admission::Verdict;

base::Error wrong_scc(const std::string& what, const std::string& suggestion) {
  return {.code = base::Code::malformed, .message = base::format("scc: {}", what), .suggestion = suggestion};
}

base::Result<void> check_named(const Plan& plan) {
  const std::string& name = plan.cluster.scc;
  if (name.empty()) return {};
  if (plan.cluster.platform == job::Platform::kubernetes)
    return std::unexpected(wrong_scc("security context constraints are OpenShift's, and the platform is kubernetes",
                                     "Leave scc out; Kubernetes has podSecurity: LEVEL of the namespace."));
  if (name == "privileged")
    return std::unexpected(wrong_scc("privileged gives a pod its whole node, and RDMA does not need that",
                                     "Leave scc out: the smallest SCC that admits the job's pods is rendered then."));
  return {};
}

/// The role and binding by which the job's service account may use an SCC.
std::vector<Object> grant(const Plan& plan, const std::string& constraint) {
  const std::string name = base::format("{}-scc", plan.job.name);
  const std::string space = plan.space();
  return {made("Role", name, space, NeededBy::admin, use_role(constraint, metadata(plan, name, space))),
          made("RoleBinding", name, space, NeededBy::admin,
               use_binding(name, plan.service_account(), space, metadata(plan, name, space)))};
}

Object constraint_of_job(const Plan& plan, const scc::Constraint& constraint) {
  return made("SecurityContextConstraints", constraint.name, "", NeededBy::admin,
              constraint_object(constraint, metadata(plan, constraint.name, "")));
}

bool is_admitted(const Verdict& verdict) { return verdict.outcome == scc::Outcome::admitted; }

/// The objects were given to the model: each pod is admitted with them, as whoever will create it. Where the SCC is one of
/// the cluster's own making nobody knows what it allows.
base::Result<std::vector<Verdict>> tried(const Plan& plan, const std::vector<admission::Subject>& pods,
                                         const std::vector<Object>& objects, scc::World& world) {
  auto made = world_of(plan, objects);
  if (!made) return std::unexpected(made.error());
  world = *std::move(made);
  return verdicts_of(plan, pods, world, true);
}

/// A grant of an SCC that is there. One that comes with OpenShift is known, so that it can be tried.
base::Result<std::vector<Object>> granted(const Plan& plan, const std::vector<admission::Subject>& pods) {
  const std::string& name = plan.cluster.scc;
  std::vector<Object> objects = grant(plan, name);
  if (!scc::is_stock(name)) return objects;
  scc::World world;
  const auto verdicts = tried(plan, pods, objects, world);
  if (!verdicts) return std::unexpected(verdicts.error());
  const auto refused = std::ranges::find_if_not(*verdicts, is_admitted);
  if (refused == verdicts->end()) return objects;
  return std::unexpected(wrong_scc(base::format("{} does not admit the job's pods: {}", name, why_refused(*refused, name)),
                                   "Leave scc out: the smallest SCC that admits them is rendered then."));
}

/// The pods that no SCC takes which everybody may use.
std::vector<Pod> refused_pods(const std::vector<Verdict>& verdicts) {
  std::vector<Pod> refused;
  for (const Verdict& verdict : verdicts)
    if (!is_admitted(verdict)) refused.push_back(verdict.pod);
  return refused;
}

base::Error none_takes(const std::string& why) {
  return {.code = base::Code::internal, .message = "no SCC admits the pods that were rendered", .cause = why};
}

/// Nothing where every pod is admitted without it.
base::Result<std::vector<Object>> smallest_made(const Plan& plan, const std::vector<admission::Subject>& pods) {
  scc::World world;
  const auto before = tried(plan, pods, {}, world);
  if (!before) return std::unexpected(before.error());
  const std::vector<Pod> refused = refused_pods(*before);
  std::vector<Object> objects;
  if (refused.empty()) return objects;
  const auto found = admission::smallest_common(refused, scc::assumed_ranges(), plan.scc());
  if (!found) return std::unexpected(none_takes(found.error().why));
  if (found->privileged) return std::unexpected(none_takes("a container of them is privileged, which RDMA does not need"));
  objects = grant(plan, found->name);
  objects.insert(objects.begin(), constraint_of_job(plan, *found));
  scc::World with;
  const auto after = tried(plan, pods, objects, with);
  if (!after) return std::unexpected(after.error());
  for (const Verdict& verdict : *after)
    if (!is_admitted(verdict)) return std::unexpected(none_takes(why_refused(verdict, found->name)));
  return objects;
}

}  // namespace

base::Result<std::vector<Object>> constraint(const Plan& plan, const std::vector<Object>& pods) {
  if (auto checked = check_named(plan); !checked) return std::unexpected(checked.error());
  if (plan.cluster.platform == job::Platform::kubernetes) return std::vector<Object>();
  const auto subjects = pods_of(pods);
  if (!subjects) return std::unexpected(subjects.error());
  return plan.cluster.scc.empty() ? smallest_made(plan, *subjects) : granted(plan, *subjects);
}

}  // namespace railhead::manifest::render
