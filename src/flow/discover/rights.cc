#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "flow/discover/parts.h"

namespace railhead::flow {
namespace {

using facts::SurveyedConstraint;
using manifest::MemlockWay;

void find_memlock(const facts::Survey& survey, Discovered& found) {
  std::string text;
  if (survey.stack) {
    const auto plugin = std::ranges::find(*survey.stack, "nri-plugin", &facts::StackPart::part);
    if (plugin != survey.stack->end()) {
      found.profile.memlock = MemlockWay::nri;
      return known(found, "memlock", base::format("{} [{}]", plugin->object, survey.stack.source()));
    }
    text = base::format("no NRI plugin that raises limits among the DaemonSets [{}]", survey.stack.source());
  } else {
    text = "whether an NRI plugin raises limits is " + not_known(survey.stack);
  }
  found.profile.memlock = MemlockWay::ipc_lock;
  if (survey.native_ulimits.is(true))
    text += "; the API has securityContext.ulimits, so that {via: native, size: ...} is a way too";
  known(found, "memlock", text + "; IPC_LOCK has effect for containers that run as root");
}

const facts::Known<bool>& may_use(const facts::Survey& survey, const SurveyedConstraint& one) {
  return survey.account.empty() ? one.user_may : one.account_may;
}

std::string who(const facts::Survey& survey) {
  return survey.account.empty() ? "this user" : "service account " + survey.account;
}

std::string grant_of(const facts::Survey& survey, const std::string& scc) {
  const std::string account = survey.account.empty() ? "ACCOUNT" : base::shell_word(survey.account);
  return base::format("oc adm policy add-scc-to-user {} -z {} -n {}", base::shell_word(scc), account,
                      base::shell_word(survey.space.name));
}

std::string names(const std::vector<const SurveyedConstraint*>& those) {
  std::vector<std::string> all;
  all.reserve(those.size());
  for (const SurveyedConstraint* one : those) all.push_back(one->object.name);
  return base::listed(all);
}

void none_usable(const facts::Survey& survey, const std::vector<const SurveyedConstraint*>& those, Discovered& found) {
  const facts::Known<bool>& may = may_use(survey, *those.front());
  const std::string said =
      may ? base::format("{} may not use {}", who(survey), those.size() == 1 ? "it" : "any")
          : base::format("whether {} may use {} is {}", who(survey), those.size() == 1 ? "it" : "one of them", not_known(may));
  left_out(found, "scc",
           base::format("{} let{} IPC_LOCK through, but {}. An admin allows it by\n  {}", names(those),
                        those.size() == 1 ? "s" : "", said, grant_of(survey, those.front()->object.name)));
}

void find_scc(const facts::Survey& survey, Discovered& found) {
  if (!survey.constraints) return left_out(found, "scc", not_known(survey.constraints));
  std::vector<const SurveyedConstraint*> those;
  std::vector<const SurveyedConstraint*> usable;
  for (const SurveyedConstraint& one : *survey.constraints) {
    if (!one.ipc_lock || one.privileged) continue;  // a privileged one is more than a job needs
    those.push_back(&one);
    if (may_use(survey, one).is(true)) usable.push_back(&one);
  }
  if (those.empty())
    return left_out(found, "scc",
                    base::format("none but privileged ones lets IPC_LOCK through; render writes one for an admin [{}]",
                                 survey.constraints.source()));
  if (usable.empty()) return none_usable(survey, those, found);
  if (usable.size() > 1)
    return left_out(
        found, "scc",
        base::format("{} may use several that let IPC_LOCK through, and none is chosen: {}", who(survey), names(usable)));
  found.profile.scc = usable.front()->object.name;
  known(found, "scc",
        base::format("lets IPC_LOCK through, and {} may use it [{}]", who(survey), may_use(survey, *usable.front()).source()));
}

void find_account(const facts::Survey& survey, Discovered& found) {
  if (survey.account.empty()) return;
  found.profile.service_account = survey.account;
  known(found, "serviceAccount", "the one that discover was asked about");
  const auto& accounts = survey.space.accounts;
  if (!accounts) return left_out(found, "createServiceAccount", not_known(accounts));
  const bool there = std::ranges::find(*accounts, survey.account) != accounts->end();
  found.profile.create_service_account = !there;
  known(found, "createServiceAccount",
        base::format("the account is {} [{}]", there ? "there" : "not there", accounts.source()));
}

}  // namespace

void find_rights(const facts::Survey& survey, Discovered& found) {
  find_memlock(survey, found);
  find_account(survey, found);
  if (survey.openshift.is(true)) find_scc(survey, found);
}

}  // namespace railhead::flow
