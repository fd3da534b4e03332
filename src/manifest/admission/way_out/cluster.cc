#include "manifest/admission/way_out/cluster.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/order.h"

namespace railhead::manifest::admission {
namespace {

std::string account_of(const Refused& refused) {
  return base::format("system:serviceaccount:{}:{}", refused.verdict.space, refused.pod.service_account);
}

Pod plain_pod() {
  return {.name = "plain",
          .containers = {{.name = "main"}},
          .volumes = {{.name = "token", .types = {"projected"}, .only_token = true}}};
}

}  // namespace

Verdict after_grant(const Refused& refused, const scc::Constraint& constraint) {
  scc::World world = refused.world;
  std::erase_if(world.constraints, [&](const scc::Constraint& one) { return one.name == constraint.name; });
  world.constraints.push_back(constraint);
  world.constraints.back().users.push_back(account_of(refused));
  Subject subject = refused.subject;
  if (!refused.required.empty()) subject.pod.annotations[scc::kRequiredScc] = constraint.name;
  base::Result<Verdict> verdict = judge(subject, world, refused.question);
  if (!verdict) return {.outcome = scc::Outcome::refused, .denied_by = Plugin::scc};
  // The world that it points into is gone with this function.
  verdict->namespace_object = nullptr;
  verdict->scc.attempts.clear();
  verdict->scc.constraint = nullptr;
  return *std::move(verdict);
}

const scc::Constraint* usual(const Refused& refused) {
  for (const scc::Constraint* constraint : refused.usable) {
    Pod pod = plain_pod();
    if (scc::try_constraint(*constraint, pod, refused.ranges).empty()) return constraint;
  }
  return nullptr;
}

bool captures(const Refused& refused, const scc::Constraint& constraint) {
  const scc::Constraint* other = usual(refused);
  if (other == nullptr || !scc::before(constraint, *other)) return false;
  Pod pod = plain_pod();
  return scc::try_constraint(constraint, pod, refused.ranges).empty();
}

std::string grant_command(const Refused& refused, const std::string& name) {
  return base::format("oc adm policy add-scc-to-user {} -z {} -n {}", base::shell_word(name),
                      base::shell_word(refused.pod.service_account), base::shell_word(refused.verdict.space));
}

std::string level_command(const Verdict& verdict, psa::Level level) {
  return base::format("{} label namespace {} pod-security.kubernetes.io/enforce={} --overwrite",
                      verdict.asked ? "oc" : "kubectl", base::shell_word(verdict.space), psa::name(level));
}

psa::Level level_for(const Pod& pod, psa::Version version) {
  for (const psa::Level level : {psa::Level::restricted, psa::Level::baseline})
    if (psa::violations(pod, level, version).empty()) return level;
  return psa::Level::privileged;
}

}  // namespace railhead::manifest::admission
