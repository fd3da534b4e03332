#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/way_out/smallest.h"
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

using Pods = std::vector<admission::Subject>;

base::Error none_takes(const std::string& why) {
  return {.code = base::Code::internal, .message = "the API server takes none of the pods that were rendered", .cause = why};
}

std::vector<Pod> kept(std::vector<Verdict> verdicts) {
  std::vector<Pod> pods;
  pods.reserve(verdicts.size());
  for (Verdict& verdict : verdicts) pods.push_back(std::move(verdict.pod));
  return pods;
}

/// The pods where no SCC is asked, or nobody knows what it allows and fills in.
base::Result<Granted> without_scc(const Plan& plan, const Pods& pods, std::vector<Object> objects) {
  auto verdicts = verdicts_of(plan, pods, {}, false);
  if (!verdicts) return std::unexpected(verdicts.error());
  const auto refused = std::ranges::find_if_not(*verdicts, is_admitted);
  if (refused != verdicts->end()) return std::unexpected(none_takes(why_refused(*refused, "")));
  return Granted{.objects = std::move(objects), .pods = kept(*std::move(verdicts))};
}

/// A grant of an SCC that is there. One that comes with OpenShift is known, so that it can be tried.
base::Result<Granted> granted(const Plan& plan, const Pods& pods) {
  const std::string& name = plan.cluster.scc;
  std::vector<Object> objects = grant(plan, name);
  if (!scc::is_stock(name)) return without_scc(plan, pods, std::move(objects));
  auto world = world_of(plan);
  if (!world) return std::unexpected(world.error());
  if (auto applied = apply_objects(objects, *world); !applied) return std::unexpected(applied.error());
  auto verdicts = verdicts_of(plan, pods, *world, true);
  if (!verdicts) return std::unexpected(verdicts.error());
  const auto refused = std::ranges::find_if_not(*verdicts, is_admitted);
  if (refused == verdicts->end()) return Granted{.objects = std::move(objects), .pods = kept(*std::move(verdicts))};
  return std::unexpected(wrong_scc(base::format("{} does not admit the job's pods: {}", name, why_refused(*refused, name)),
                                   "Leave scc out: the smallest SCC that admits them is rendered then."));
}

/// The pods that no SCC takes which everybody may use.
std::vector<Pod> refused_of(const std::vector<Verdict>& verdicts) {
  std::vector<Pod> refused;
  for (const Verdict& verdict : verdicts)
    if (!is_admitted(verdict)) refused.push_back(verdict.pod);
  return refused;
}

base::Result<std::vector<Object>> smallest_for(const Plan& plan, const std::vector<Pod>& refused) {
  const auto found = admission::smallest_common(refused, scc::assumed_ranges(), plan.scc());
  if (!found) return std::unexpected(none_takes(found.error().why));
  if (found->privileged) return std::unexpected(none_takes("a container of them is privileged, which RDMA does not need"));
  std::vector<Object> objects = grant(plan, found->name);
  objects.insert(objects.begin(), constraint_of_job(plan, *found));
  return objects;
}

base::Result<Granted> smallest_made(const Plan& plan, const Pods& pods) {
  auto world = world_of(plan);
  if (!world) return std::unexpected(world.error());
  auto before = verdicts_of(plan, pods, *world, true);
  if (!before) return std::unexpected(before.error());
  const std::vector<Pod> refused = refused_of(*before);
  if (refused.empty()) return Granted{.pods = kept(*std::move(before))};
  auto objects = smallest_for(plan, refused);
  if (!objects) return std::unexpected(objects.error());
  // The proof: the objects as they will be applied, read again, and each pod as whoever will create it.
  if (auto applied = apply_objects(*objects, *world); !applied) return std::unexpected(applied.error());
  auto after = verdicts_of(plan, pods, *world, true);
  if (!after) return std::unexpected(after.error());
  for (const Verdict& verdict : *after)
    if (!is_admitted(verdict)) return std::unexpected(none_takes(why_refused(verdict, plan.scc())));
  return Granted{.objects = *std::move(objects), .pods = kept(*std::move(after))};
}

}  // namespace

base::Result<Granted> constraint(const Plan& plan, const std::vector<Object>& pods) {
  if (auto checked = check_named(plan); !checked) return std::unexpected(checked.error());
  const auto subjects = pods_of(pods);
  if (!subjects) return std::unexpected(subjects.error());
  if (plan.cluster.platform == job::Platform::kubernetes) return without_scc(plan, *subjects, {});
  return plan.cluster.scc.empty() ? smallest_made(plan, *subjects) : granted(plan, *subjects);
}

}  // namespace railhead::manifest::render
