#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "facts/cluster/survey/survey.h"
#include "kube/client.h"

/// What a survey asks: a path each, who reads the answer, and what is made of it in the end.
namespace railhead::kube {

struct Question {
  std::string path;
  std::function<void(const nlohmann::json&)> take;  // an item of a list, or the object
  std::function<void(const Answer<void>&)> done;
};
using Questions = std::vector<Question>;

/// Asks all of them beside each other; gives the answers in their order.
std::vector<Answer<void>> ask(const Client& client, const Questions& questions);

/// The reason that a failure is for a fact.
facts::Missing missing_of(const Failure& failure);

/// The API has no such resource, so that there is no such object.
bool is_not_served(const Answer<void>& answer);

/// Items of a list that are kept. A cluster has at most 5,000 nodes.
constexpr std::size_t kMostItems = 20000;

/// A list read into a fact: known as a whole, or not at all where one item makes no sense (`read` gives nothing).
template <class T>
Question list_question(const std::string& path, facts::Known<std::vector<T>>& into,
                       std::function<std::optional<T>(const nlohmann::json&)> read) {
  struct State {
    std::vector<T> items;
    std::optional<facts::Missing> wrong;
  };
  auto state = std::make_shared<State>();
  const std::string source = path.substr(0, path.find('?'));
  return {.path = path,
          .take =
              [state, read = std::move(read)](const nlohmann::json& item) {
                if (state->wrong) return;
                if (state->items.size() >= kMostItems) {
                  state->wrong = {facts::Why::unavailable, "the list has more than 20000 items"};
                } else if (auto one = read(item)) {
                  state->items.push_back(*std::move(one));
                } else {
                  state->wrong = {facts::Why::malformed, "an item of the list makes no sense"};
                }
              },
          .done =
              [state, source, &into](const Answer<void>& answer) {
                using Fact = facts::Known<std::vector<T>>;
                if (is_not_served(answer)) {
                  into = Fact(std::vector<T>{}, source);
                } else if (!answer) {
                  into = Fact(missing_of(answer.error()), source);
                } else {
                  into = state->wrong ? Fact(*state->wrong, source) : Fact(std::move(state->items), source);
                }
              }};
}

/// Lists that are one fact: known where each is.
template <class T>
void join(facts::Known<std::vector<T>>& all, std::vector<facts::Known<std::vector<T>>>& parts) {
  std::vector<T> items;
  for (facts::Known<std::vector<T>>& part : parts) {
    if (!part) {
      all = part;
      return;
    }
    std::move(part.held().begin(), part.held().end(), std::back_inserter(items));
  }
  all = {std::move(items), parts.empty() ? std::string() : parts.front().source()};
}

// The subjects, one file each.
Questions version_questions(facts::Survey& survey);
/// `labels`: keys that are kept beside those of interest.
Questions node_questions(facts::Survey& survey, std::vector<std::string> labels);
/// The pods' requests, which go into the nodes by `add_requests` when both were read.
class Requests;
Questions pod_questions(facts::Survey& survey, Requests& requests);
Questions space_questions(facts::Survey& survey);
Questions storage_questions(facts::Survey& survey);
Questions stack_questions(facts::Survey& survey);
Questions constraint_questions(facts::Survey& survey);

}  // namespace railhead::kube
