#include "kube/posted.h"

#include <nlohmann/json.hpp>

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostOfAnswer = std::size_t{4} << 20U;

Answer<Json> answer_of(const base::Result<sys::Ending>& ending, const std::string& text) {
  if (auto failure = failed(ending)) return std::unexpected(*std::move(failure));
  Json object = Json::parse(text, nullptr, false);
  if (object.is_discarded() || !object.is_object())
    return std::unexpected(Failure{.trouble = Trouble::other, .said = "the answer is no JSON object"});
  return object;
}

}  // namespace

std::vector<Answer<Json>> posted(const Client& client, const std::vector<Posted>& all) {
  std::vector<Answer<Json>> answers(all.size());
  std::vector<std::string> texts(all.size());
  sys::Processes processes(client.access().at_once);
  for (std::size_t i = 0; i < all.size(); ++i) {
    sys::Command command = client.command({all[i].replaces ? "replace" : "create", "--raw", all[i].path, "-f", "-"});
    command.input = all[i].body;
    processes.add({.command = std::move(command),
                   .out =
                       [&texts, i](std::string_view text) {
                         texts[i] += text;
                         return texts[i].size() <= kMostOfAnswer;
                       },
                   .ended = [&answers, &texts,
                             i](const base::Result<sys::Ending>& ending) { answers[i] = answer_of(ending, texts[i]); }});
  }
  processes.wait();
  return answers;
}

}  // namespace railhead::kube
