#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/job/fields/field.h"
#include "manifest/job/init/answers.h"

/// The questions of `railhead init`, one table: what the dialogue asks, what the command line has flags for, and what is
/// written. What an answer may be is said by the table of the fields alone.
namespace railhead::manifest::job {

/// The answer of one who presses Enter; empty where only the user knows. A guess needs somebody who agrees: Enter, --yes or a
/// flag.
struct Suggestion {
  std::string text = {};
  bool guess = false;
};

struct Question {
  std::string_view key;           // of the answers, and the name of the flag
  std::string_view path;          // of its field, without numbers: "spec.cluster.rails.network"; empty: it has none of its own
  std::string_view heading = {};  // above the first question of a group
  std::string_view prompt = {};
  std::string_view meaning = {};  // in one sentence, where the field's own is not it
  std::string_view about = {};    // lines for "?", behind the field's meaning
  std::string_view look_up = {};  // how to come to the true answer; the file says it beside a guess
  bool each_rail = false;
  bool quiet = false;                            // only by its flag, or detected
  bool optional = false;                         // "none" leaves the field out
  std::span<const std::string_view> words = {};  // where there is no field that has them
  bool (*asked)(const Answers& answers) = nullptr;
  Suggestion (*suggested)(const Answers& answers, std::size_t rail) = nullptr;
};

std::span<const Question> questions();
const Question* question_of(std::string_view key);

/// The field that the answer goes into; nullptr for a question without one.
const Field* field_of(const Question& question);
/// The words to choose from; none where the answer is free.
std::span<const std::string_view> words_of(const Question& question);
/// What it is about, in one sentence.
std::string meaning_of(const Question& question);

/// Its answer; of a question about each rail the first one that is a guess, else that of the first rail. nullptr without one.
const Answer* answer_to(const Question& question, const Answers& answers);

/// A question whose turn it is.
struct Step {
  const Question* question = nullptr;
  std::size_t rail = 0;
  std::string key;  // of the answer
  Answer suggestion;
};

/// The first question that the answers make necessary and that has none yet. What was detected wins over what is usual.
std::optional<Step> next_step(const Answers& answers, const Answers& detected);

/// With every question answered as it is suggested.
Answers completed(Answers answers, const Answers& detected);

}  // namespace railhead::manifest::job
