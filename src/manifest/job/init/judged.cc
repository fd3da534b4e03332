#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/init/command_line.h"
#include "manifest/job/init/questions.h"
#include "manifest/job/init/written.h"

namespace railhead::manifest::job {
namespace {

constexpr std::string_view kFile = "railhead.yaml";

/// Of the answers that are no fields: the file would not show what is wrong with them.
std::vector<Problem> judge_others(const Answers& answers) {
  std::vector<Problem> found;
  const auto note = [&](std::string message, std::string suggestion = {}) {
    found.push_back({.place = "", .message = std::move(message), .suggestion = std::move(suggestion)});
  };
  if (const Answer* rails = answers.find("rails"); rails && answers.rails() == 0)
    note(base::format("rails: expected a whole number from 1 to {}, found \"{}\"", kMostRails,
                      base::one_line(rails->text.substr(0, 60))));
  if (const Answer* volume = answers.find("volume")) {
    const auto words = words_of(*question_of("volume"));
    if (std::ranges::find(words, volume->text) == words.end())
      note(base::format("volume: expected none, existing or new, found \"{}\"", base::one_line(volume->text.substr(0, 60))));
  }
  const std::string command = answers.text("command");
  if (answers.find("command") && !command.starts_with('@'))
    if (const auto words = command_words(command); !words) note("command: " + words.error().message, words.error().suggestion);
  return found;
}

/// "spec.cluster.rails.network" of "spec.cluster.rails[0].network: missing; ...".
std::string plain_path(std::string_view message) {
  std::string path;
  bool inside = false;
  for (const char c : message.substr(0, std::min(message.find(": "), message.size()))) {
    inside = c == '[' || (inside && c != ']');
    if (!inside && c != ']') path += c;
  }
  return path;
}

}  // namespace

std::vector<Problem> problems_with(const Answers& answers, const ClusterProfile* cluster) {
  std::vector<Problem> found = judge_others(answers);
  if (!found.empty()) return found;
  JobFile read = read_jobs(written(answers, kFile), kFile);
  found = std::move(read.problems);
  if (!found.empty() || read.documents.empty() || !read.documents[0].job) return found;
  if (const auto& own = read.documents[0].cluster; own || cluster)
    std::ranges::move(conflicts(*read.documents[0].job, own ? *own : *cluster), std::back_inserter(found));
  return found;
}

const Question* question_about(std::string_view message) {
  const std::string path = plain_path(message);
  if (const Question* by_key = path.find('.') == std::string::npos ? question_of(path) : nullptr) return by_key;
  if (path.starts_with("spec.build")) return question_of("image");
  if (path == "spec.scriptFile") return question_of("command");
  const auto found = std::ranges::find(questions(), path, &Question::path);
  return found == questions().end() ? nullptr : &*found;
}

}  // namespace railhead::manifest::job
