#include "cli/init/asking.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "cli/init/kept.h"
#include "cli/init/lines.h"
#include "cli/init/prompt.h"
#include "cli/output.h"
#include "manifest/job/init/questions.h"
#include "manifest/job/init/written.h"

namespace railhead::cli {
namespace {

using manifest::job::Answer;
using manifest::job::Answers;
using manifest::job::Origin;
using manifest::job::Step;

base::Error wrong(std::string message, std::string suggestion = {}) {
  return {.code = base::Code::malformed, .message = std::move(message), .suggestion = std::move(suggestion)};
}

/// NULs stay, other than with base::trimmed: they are no answer.
std::string without_blanks(const std::string& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  return line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

class Asking {
 public:
  Asking(const Dialogue& dialogue, Answers answers, Answers answered)
      : dialogue_(dialogue), answers_(std::move(answers)), answered_(std::move(answered)) {}

  base::Result<Answers> all() {
    while (const auto step = manifest::job::next_step(answers_, dialogue_.detected)) {
      auto answer = step->question->quiet ? base::Result<Answer>(step->suggestion) : answer_to(*step);
      if (!answer) return std::unexpected(answer.error());
      answers_.put(step->key, *answer);
      if (step->question->quiet) continue;
      answered_.put(step->key, *std::move(answer));
      if (dialogue_.kept_file.empty()) continue;
      if (auto kept = write_kept(dialogue_.kept_file, answered_); !kept) return std::unexpected(kept.error());
    }
    return std::move(answers_);
  }

 private:
  base::Result<Answer> answer_to(const Step& step) {
    for (bool first = true;; first = false) {
      if (auto said = print_note(prompt_of(step, answers_.rails(), first, first ? heading(step) : "")); !said)
        return std::unexpected(said.error());
      auto line = lines_.next();
      if (!line) return std::unexpected(line.error());
      if (line->kind == AnswerLines::Kind::end) return std::unexpected(stopped());
      if (!dialogue_.terminal) static_cast<void>(print_note("\n"));
      if (line->kind == AnswerLines::Kind::line && without_blanks(line->text) == "?") {
        static_cast<void>(print_note(help_of(step)));
        continue;
      }
      auto answer = line->kind == AnswerLines::Kind::too_long
                        ? std::unexpected(wrong(base::format("expected at most {} characters", kMostAnswer)))
                        : judged(step, without_blanks(line->text));
      if (answer || !dialogue_.terminal) return answer;
      static_cast<void>(print_note(complaint_of(answer.error())));
    }
  }

  /// Where another group of questions begins.
  std::string heading(const Step& step) {
    if (heading_ == step.question->heading) return {};
    heading_ = step.question->heading;
    return std::string(heading_);
  }

  base::Result<Answer> judged(const Step& step, const std::string& text) {
    Answer answer = step.suggestion;
    if (text.empty() && answer.text.empty()) return std::unexpected(wrong("expected an answer"));
    if (!text.empty()) {
      auto chosen = chosen_word(step, text);
      if (!chosen) return std::unexpected(chosen.error());
      auto taken = taken_text(dialogue_.judge, step.question->key, *chosen);
      if (!taken) return std::unexpected(taken.error());
      if (*taken != answer.text) answer = {.text = *std::move(taken), .origin = Origin::typed};
      if (answer.origin == Origin::guess) answer.origin = Origin::typed;
    }
    Answers with = answers_;
    with.put(step.key, answer);
    const auto problems = dialogue_.judge.problems(manifest::job::completed(std::move(with), dialogue_.detected));
    if (problems.empty()) return answer;
    return std::unexpected(wrong(message_for(step, problems.front().message), problems.front().suggestion));
  }

  /// Without the path where it is the question's own field.
  static std::string message_for(const Step& step, const std::string& message) {
    const std::size_t colon = message.find(": ");
    const bool own = manifest::job::question_about(message) == step.question && colon != std::string::npos;
    return own ? message.substr(colon + 2) : message;
  }

  base::Error stopped() const {
    static_cast<void>(print_note("\n"));
    if (dialogue_.kept_file.empty() || answered_.all().empty())
      return {.code = base::Code::timeout, .message = "stopped before the last question: nothing was written"};
    return {.code = base::Code::timeout,
            .message = base::format("stopped before the last question: {} {} kept in {}",
                                    base::counted(answered_.all().size(), "answer"), answered_.all().size() == 1 ? "is" : "are",
                                    base::one_line(dialogue_.kept_file)),
            .suggestion = "The same command goes on from there; --fresh starts over."};
  }

  const Dialogue& dialogue_;
  Answers answers_;
  Answers answered_;
  AnswerLines lines_;
  std::string_view heading_;
};

}  // namespace

base::Result<std::string> taken_text(const Judge& judge, std::string_view key, const std::string& text) {
  if (text.size() > kMostAnswer) return std::unexpected(wrong(base::format("expected at most {} characters", kMostAnswer)));
  if (base::one_line(text) != text)
    return std::unexpected(wrong("expected text of one line, found a control character or what is no UTF-8"));
  if (key == "command" && text.starts_with('@') && text.size() > 1) return "@" + judge.from_target(text.substr(1));
  return text;
}

base::Result<Answers> asked(const Dialogue& dialogue, Answers answers, Answers answered) {
  return Asking(dialogue, std::move(answers), std::move(answered)).all();
}

}  // namespace railhead::cli
