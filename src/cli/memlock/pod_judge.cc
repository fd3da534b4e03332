#include "cli/memlock/pod_judge.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cli/memlock/reasons.h"
#include "cli/memlock/remedy.h"

namespace railhead::cli {
namespace {

using manifest::admission::Verdict;
using manifest::scc::Outcome;

/// How much has to be done: nothing, one command, more.
int steps(const memlock::Admission& said) {
  if (said.verdict == memlock::Verdict::admitted) return 0;
  return said.verdict == memlock::Verdict::grantable || said.actor == memlock::Actor::namespace_admin ? 1 : 2;
}

/// The account whose pod comes furthest, of those that are refused.
struct Furthest {
  const Account* account = nullptr;
  Verdict verdict = {};
  bool asked_is_open = false;  // what the server says of the account that was asked about is not known

  void consider(const Account& other, Verdict theirs) {
    if (account != nullptr && missing(theirs) >= missing(verdict)) return;
    account = &other;
    verdict = std::move(theirs);
  }
};

/// "SCC rdma", "Pod Security level privileged"
std::string admitted_by(const Verdict& verdict) {
  if (verdict.scc.constraint != nullptr) return "SCC " + base::one_line(verdict.scc.constraint->name);
  if (verdict.asked) return base::format("namespace {}, which SCCs do not count in,", base::one_line(verdict.space));
  return base::format("Pod Security level {}", name(verdict.level));
}

memlock::Admission admitted(const Verdict& verdict, const Account& account) {
  memlock::Admission said{.verdict = memlock::Verdict::admitted, .by = admitted_by(verdict), .actor = memlock::Actor::you};
  said.account = shown(account);
  return said;
}

/// One account means a walk over the whole world.
std::size_t most_accounts(const manifest::scc::World& world) {
  constexpr std::size_t kMostWork = 200'000;
  return std::clamp<std::size_t>(kMostWork / (world.constraints.size() + world.bindings.size() + 1), 1, kMostAccounts);
}

std::string of_account(const Account& account, const std::string& why) {
  return account.name == kAnyAccount ? why : base::format("of service account {}: {}", shown(account), why);
}

memlock::Admission not_known(std::string why) { return {.verdict = memlock::Verdict::unknown, .why = std::move(why)}; }

}  // namespace

manifest::Pod pod_of(const memlock::PodNeeds& needs, const Account& account) {
  manifest::ContainerSecurity security{.capabilities = manifest::Capabilities{.add = needs.capabilities},
                                       .privilege_escalation = needs.escalation};
  if (needs.user) security.run_as_user = *needs.user;
  return {.name = "job",
          .space = account.space,
          .service_account = account.name,
          .containers = {{.name = "job", .image = "IMAGE", .security = std::move(security)}}};
}

PodJudge::PodJudge(const manifest::scc::World& world, manifest::admission::Question question, const std::string& space,
                   const std::string& account)
    : world_(world), question_(std::move(question)), accounts_(accounts(world, space, account)), most_(most_accounts(world)) {}

memlock::Admission PodJudge::as_it_is(const memlock::PodNeeds& needs) const {
  Furthest furthest;
  std::string open;
  for (std::size_t index = 0; index < std::min(accounts_.size(), most_); ++index) {
    const Account& account = accounts_[index];
    auto verdict = manifest::admission::judge({.owner = "Pod/job", .pod = pod_of(needs, account)}, world_, question_);
    if (!verdict) return not_known(verdict.error().message);
    if (verdict->outcome == Outcome::admitted) return admitted(*verdict, account);
    if (verdict->outcome == Outcome::refused) {
      furthest.consider(account, *std::move(verdict));
    } else if (open.empty()) {
      open = of_account(account, verdict->scc.why);
      if (index == 0) furthest.asked_is_open = true;
    }
  }
  if (accounts_.size() > most_)
    return not_known(
        base::format("more than {} service accounts hold grants: say which is meant (-n, --service-account)", most_));
  if (furthest.account == nullptr || furthest.asked_is_open) return not_known(open);
  memlock::Admission said = remedy(
      {.needs = needs, .account = *furthest.account, .verdict = furthest.verdict, .world = world_, .question = question_});
  if (!open.empty()) said.why += "; not known " + open;
  return said;
}

memlock::Admission PodJudge::ask(const memlock::PodNeeds& needs) const {
  memlock::Admission said = as_it_is(needs);
  if (steps(said) == 0 || !needs.user || *needs.user == 0) return said;
  // An image runs as any user of the namespace's range too, where it is not fixed.
  memlock::PodNeeds free = needs;
  free.user.reset();
  memlock::Admission other = as_it_is(free);
  other.any_user = true;
  return steps(other) < steps(said) ? other : said;
}

}  // namespace railhead::cli
