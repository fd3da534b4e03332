#include "cli/memlock/remedy.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cli/memlock/pod_judge.h"
#include "cli/memlock/reasons.h"
#include "manifest/scc/read.h"
#include "manifest/scc/setup.h"
#include "manifest/yaml/yaml.h"

namespace railhead::cli {
namespace {

using manifest::admission::Plugin;
using manifest::admission::Verdict;
using manifest::scc::Constraint;
using manifest::scc::Outcome;
using manifest::scc::World;
using memlock::Actor;

/// What an admin does: the commands, and the manifest that they are about where a new SCC has to be made.
struct Steps {
  std::vector<std::string> commands = {};
  std::string manifest = {};
};

std::string text_of(const Steps& steps) {
  if (steps.manifest.empty()) return base::joined(steps.commands, "\n");
  return base::format("# the cluster admin, once; then: {}\n{}", base::joined(steps.commands, "\n# and: "), steps.manifest);
}

std::string user_of(const Account& account) { return base::format("system:serviceaccount:{}:{}", account.space, account.name); }

/// The first in the server's order that would take the pod, whoever may use it. Those that allow privileged containers are no
/// answer to a need for one capability.
const Constraint* taker(const RefusedPod& refused, const manifest::scc::Setup& setup) {
  const auto found = std::ranges::find_if(setup.constraints, [&](const Constraint* constraint) {
    manifest::Pod pod = refused.verdict.pod;
    return !constraint->privileged && manifest::scc::try_constraint(*constraint, pod, setup.ranges).empty();
  });
  return found == setup.constraints.end() ? nullptr : *found;
}

/// "rdma", or the first of rdma-2, rdma-3, ... that is not there: another one of that name must not be replaced.
std::string free_name(const World& world) {
  std::string name = "rdma";
  for (std::size_t number = 2; std::ranges::find(world.constraints, name, &Constraint::name) != world.constraints.end();
       ++number)
    name = base::format("rdma-{}", number);
  return name;
}

std::optional<Constraint> read(const std::string& manifest) {
  const manifest::Parsed parsed = manifest::parse_yaml(manifest);
  if (!parsed.errors.empty() || parsed.documents.empty()) return std::nullopt;
  const auto constraint =
      manifest::scc::constraint_of(manifest::Value(parsed.documents[0]), {.file = "the manifest to be made"});
  return constraint ? std::optional(*constraint) : std::nullopt;
}

Outcome outcome(const RefusedPod& refused, const World& world, const manifest::admission::Question& question, Verdict& then) {
  auto verdict =
      manifest::admission::judge({.owner = "Pod/job", .pod = pod_of(refused.needs, refused.account)}, world, question);
  if (!verdict) return Outcome::unknown;
  then = *std::move(verdict);
  return then.outcome;
}

void add_level_command(const RefusedPod& refused, Steps& steps) {
  steps.commands.push_back(memlock::level_command(refused.question.scc ? "oc" : "kubectl", refused.account.space));
}

/// Whether the world lets the pod through, with another level of Pod Security where that is what is left in the way: `steps`
/// and the words then say so.
bool helps(const RefusedPod& refused, const World& world, Steps& steps, memlock::Admission& said) {
  Verdict then;
  if (outcome(refused, world, refused.question, then) == Outcome::admitted) return true;
  if (then.denied_by != Plugin::pod_security) return false;
  said.verdict = memlock::Verdict::refused;
  said.why += "; and " + reason_of(then, refused.needs).words;
  manifest::admission::Question other = refused.question;
  other.level = manifest::psa::Level::privileged;
  add_level_command(refused, steps);
  return outcome(refused, world, other, then) == Outcome::admitted;
}

void grant(const RefusedPod& refused, const Constraint& constraint, memlock::Admission& said) {
  World world = refused.world;
  std::ranges::find(world.constraints, constraint.name, &Constraint::name)->users.push_back(user_of(refused.account));
  Steps steps{.commands = {memlock::grant_command(constraint.name, refused.account.name, refused.account.space)}};
  said.by = "SCC " + base::one_line(constraint.name);
  said.verdict = memlock::Verdict::grantable;
  const std::string people = people_with(constraint, refused.world, refused.account.space);
  said.field.clear();
  said.why = base::format("no service account is known that may use it{}",
                          people.empty() ? ""
                                         : base::format(" ({} may, which counts for a Pod of their own and not for the "
                                                        "pods of a Job)",
                                                        people));
  if (!helps(refused, world, steps, said)) {
    said.verdict = memlock::Verdict::refused;
    return;
  }
  said.actor = Actor::cluster_admin;
  said.apply = text_of(steps);
}

void make(const RefusedPod& refused, memlock::Admission& said) {
  World world = refused.world;
  const std::string name = free_name(world);
  Steps steps{.commands = {memlock::grant_command(name, refused.account.name, refused.account.space)},
              .manifest = memlock::constraint_manifest(name, refused.needs.capabilities)};
  std::optional<Constraint> constraint = read(steps.manifest);
  if (!constraint) return;
  constraint->users.push_back(user_of(refused.account));
  world.constraints.push_back(*std::move(constraint));
  said.why += ", and no SCC short of privileged takes it";
  if (!helps(refused, world, steps, said)) return;
  said.actor = Actor::cluster_admin;
  said.apply = text_of(steps);
}

void of_constraints(const RefusedPod& refused, memlock::Admission& said) {
  const Verdict& verdict = refused.verdict;
  const manifest::scc::Setup setup = manifest::scc::set_up(verdict.pod, refused.world, verdict.namespace_object);
  const Reason reason = reason_of(verdict.scc, !setup.ranges.assumed);
  said.why = reason.words;
  said.field = reason.field;
  // Every pod is refused then, and no SCC helps.
  if (!setup.reason.empty()) return;
  if (const Constraint* existing = taker(refused, setup)) return grant(refused, *existing, said);
  make(refused, said);
}

void of_level(const RefusedPod& refused, memlock::Admission& said) {
  const Reason reason = reason_of(refused.verdict, refused.needs);
  said.why = reason.words;
  said.field = reason.field;
  manifest::admission::Question other = refused.question;
  other.level = manifest::psa::Level::privileged;
  Verdict then;
  if (outcome(refused, refused.world, other, then) != Outcome::admitted) return;
  Steps steps;
  add_level_command(refused, steps);
  said.actor = Actor::namespace_admin;
  said.apply =
      "# whoever may label the namespace. The level privileged lets every pod of the namespace through\n" + text_of(steps);
}

}  // namespace

memlock::Admission remedy(const RefusedPod& refused) {
  memlock::Admission said{
      .verdict = memlock::Verdict::refused, .account = shown(refused.account), .message = refused.verdict.message};
  switch (refused.verdict.denied_by) {
    case Plugin::scc: of_constraints(refused, said); break;
    case Plugin::pod_security: of_level(refused, said); break;
    default: said.why = "the API server refuses it: " + refused.verdict.message; break;
  }
  return said;
}

}  // namespace railhead::cli
