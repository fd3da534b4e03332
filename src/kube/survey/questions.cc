#include "kube/survey/questions.h"

#include "base/text.h"

namespace railhead::kube {

std::vector<Answer<void>> ask(const Client& client, const Questions& questions) {
  std::vector<Asked> all;
  all.reserve(questions.size());
  for (const Question& one : questions) all.push_back({.path = one.path, .take = one.take});
  std::vector<Answer<void>> answers = asked(client, all);
  for (std::size_t i = 0; i < questions.size(); ++i) questions[i].done(answers[i]);
  return answers;
}

facts::Missing missing_of(const Failure& failure) {
  using enum Trouble;
  const std::string said = base::one_line(std::string_view(failure.said).substr(0, 400));
  switch (failure.trouble) {
    case forbidden: return {facts::Why::denied, failure.verb.empty() ? said : base::one_line(refused_of(failure))};
    case denied:
    case unauthorised: return {facts::Why::denied, said};
    case not_served: return {facts::Why::not_found, "the API does not have it"};
    case not_found: return {facts::Why::not_found, said};
    default: return {facts::Why::unavailable, said};
  }
}

bool is_not_served(const Answer<void>& answer) {
  return !answer && (answer.error().trouble == Trouble::not_served || answer.error().trouble == Trouble::not_found);
}

}  // namespace railhead::kube
