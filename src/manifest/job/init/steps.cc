#include <algorithm>

#include "base/text.h"
#include "manifest/job/init/questions.h"

namespace railhead::manifest::job {
namespace {

/// Follows a path like "spec.cluster.rails.network" through the table.
const Field* field_at(const Section& section, std::string_view path) {
  const std::size_t dot = path.find('.');
  const auto found = std::ranges::find(section.fields, path.substr(0, dot), &Field::key);
  if (found == section.fields.end()) return nullptr;
  if (dot == std::string_view::npos) return &*found;
  return found->inner ? field_at(*found->inner, path.substr(dot + 1)) : nullptr;
}

Answer suggested_for(const Question& question, std::size_t rail, const std::string& key, const Answers& answers,
                     const Answers& detected) {
  if (const Answer* found = detected.find(key)) return *found;
  if (question.quiet) return {};
  const Suggestion usual = question.suggested(answers, rail);
  const Field* field = field_of(question);
  if (usual.text.empty() && field) return {.text = std::string(field->otherwise), .origin = Origin::usual};
  return {.text = usual.text, .origin = usual.guess ? Origin::guess : Origin::usual};
}

}  // namespace

const Question* question_of(std::string_view key) {
  const auto found = std::ranges::find(questions(), key.substr(0, key.find('.')), &Question::key);
  return found == questions().end() ? nullptr : &*found;
}

const Field* field_of(const Question& question) { return field_at(training_job(), question.path); }

std::span<const std::string_view> words_of(const Question& question) {
  const Field* field = field_of(question);
  return field ? field->words : question.words;
}

std::string meaning_of(const Question& question) {
  const Field* field = field_of(question);
  return std::string(!question.meaning.empty() || !field ? question.meaning : field->meaning);
}

const Answer* answer_to(const Question& question, const Answers& answers) {
  if (!question.each_rail) return answers.find(question.key);
  for (std::size_t rail = 0; rail < answers.rails(); ++rail)
    if (const Answer* one = answers.find(Answers::key_of(question.key, rail)); one && one->origin == Origin::guess) return one;
  return answers.find(Answers::key_of(question.key, 0));
}

std::optional<Step> next_step(const Answers& answers, const Answers& detected) {
  for (const Question& question : questions()) {
    if (!question.asked(answers)) continue;
    const std::size_t times = question.each_rail ? answers.rails() : 1;
    for (std::size_t rail = 0; rail < times; ++rail) {
      const std::string key = question.each_rail ? Answers::key_of(question.key, rail) : std::string(question.key);
      if (answers.find(key)) continue;
      Answer suggestion = suggested_for(question, rail, key, answers, detected);
      if (question.quiet && suggestion.text.empty()) continue;
      return Step{.question = &question, .rail = rail, .key = key, .suggestion = std::move(suggestion)};
    }
  }
  return std::nullopt;
}

Answers completed(Answers answers, const Answers& detected) {
  while (const auto step = next_step(answers, detected)) answers.put(step->key, step->suggestion);
  return answers;
}

}  // namespace railhead::manifest::job
