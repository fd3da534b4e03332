#include "kube/survey/survey.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "kube/rights.h"
#include "kube/survey/apis.h"
#include "kube/survey/objects.h"
#include "kube/survey/questions.h"
#include "kube/survey/requests.h"

namespace railhead::kube {
namespace {

constexpr std::size_t kMostReviews = 64;

void add(Questions& all, Questions more) { std::move(more.begin(), more.end(), std::back_inserter(all)); }

/// What keeps every call from being answered, whoever asks.
std::optional<Failure> nobody_answers(const std::vector<Answer<void>>& answers) {
  using enum Trouble;
  const auto is_fatal = [](Trouble trouble) {
    return trouble == no_program || trouble == no_configuration || trouble == unreachable || trouble == certificate ||
           trouble == unauthorised || trouble == timeout;
  };
  const bool all = std::ranges::all_of(answers, [&](const Answer<void>& one) {
    return !one && (is_fatal(one.error().trouble) || one.error().trouble == other || one.error().trouble == forbidden);
  });
  if (!all || answers.empty()) return std::nullopt;
  for (const Answer<void>& one : answers)
    if (is_fatal(one.error().trouble)) return one.error();
  return answers.front().error();
}

Right use_of(const facts::Survey& survey, const std::string& name, bool account) {
  Right right{.verb = "use",
              .group = "security.openshift.io",
              .resource = "securitycontextconstraints",
              .name = name,
              .space = survey.space.name};
  if (account) right.account = base::format("system:serviceaccount:{}:{}", survey.space.name, survey.account);
  return right;
}

/// Whether a constraint names the account among its own users and groups, which RBAC does not know.
bool names_account(const facts::SurveyedConstraint& constraint, const facts::Survey& survey) {
  const auto has = [](const std::vector<std::string>& list, const std::string& name) {
    return std::ranges::find(list, name) != list.end();
  };
  const std::string space = survey.space.name;
  return has(constraint.users, base::format("system:serviceaccount:{}:{}", space, survey.account)) ||
         has(constraint.groups, "system:serviceaccounts:" + space) || has(constraint.groups, "system:serviceaccounts") ||
         has(constraint.groups, "system:authenticated");
}

void ask_who_may_use(const Client& client, facts::Survey& survey) {
  if (!survey.constraints) return;
  std::vector<facts::SurveyedConstraint*> those;
  for (facts::SurveyedConstraint& one : survey.constraints.held())
    if (one.ipc_lock && those.size() < kMostReviews) those.push_back(&one);
  const bool account = !survey.account.empty();
  std::vector<Right> asked;
  asked.reserve(2 * those.size());
  for (const facts::SurveyedConstraint* one : those) asked.push_back(use_of(survey, one->object.name, false));
  for (const facts::SurveyedConstraint* one : those)
    if (account) asked.push_back(use_of(survey, one->object.name, true));
  const std::vector<facts::Known<bool>> answers = rights(client, asked);
  for (std::size_t i = 0; i < those.size(); ++i) {
    those[i]->user_may = answers[i];
    if (!account) continue;
    const facts::Known<bool>& by_role = answers[those.size() + i];
    const bool named = !by_role.is(true) && names_account(*those[i], survey);
    those[i]->account_may = named ? facts::Known<bool>(true, those[i]->object.source) : by_role;
  }
}

}  // namespace

Answer<facts::Survey> survey(const Client& client, const SurveyWish& wish) {
  facts::Survey survey;
  survey.program = client.program();
  survey.account = wish.account;
  survey.space.name = wish.space;
  Requests requests;
  Apis apis(survey);
  NetworkLists networks(survey);

  // A server that does not answer costs one time limit, not one for each question.
  Questions first = version_questions(survey);
  add(first, apis.first());
  if (auto failure = nobody_answers(ask(client, first))) return std::unexpected(*std::move(failure));

  Questions second = pod_questions(survey, requests);  // the longest first
  add(second, node_questions(survey, wish.labels));
  add(second, space_questions(survey));
  add(second, networks.first());
  add(second, constraint_questions(survey));
  add(second, storage_questions(survey));
  add(second, stack_questions(survey));
  add(second, apis.second());
  ask(client, second);
  if (survey.nodes && survey.pods) requests.put_into(survey.nodes.held());

  ask(client, networks.second());
  apis.finish();
  networks.finish();
  ask_who_may_use(client, survey);
  return survey;
}

}  // namespace railhead::kube
