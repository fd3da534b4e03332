#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/format.h"
#include "base/text.h"
#include "cli/init/asking.h"
#include "cli/init/detected.h"
#include "cli/init/ending.h"
#include "cli/init/kept.h"
#include "cli/init/options.h"
#include "cli/manifest/job_file.h"
#include "manifest/job/init/questions.h"
#include "manifest/job/init/written.h"

namespace railhead::cli {
namespace {

using manifest::job::Answer;
using manifest::job::Answers;
using manifest::job::Origin;
using manifest::job::Problem;

base::Error usage(std::string message, std::string suggestion) {
  return {.code = base::Code::usage, .message = std::move(message), .suggestion = std::move(suggestion)};
}

class Run {
 public:
  explicit Run(const InitOptions& options)
      : options_(options), judge_(options.file), kept_file_(options.file == "-" ? "" : kept_file(options.file)) {}

  base::Result<Exit> all() {
    if (options_.ask && options_.source.snapshot == "-")
      return std::unexpected(usage("--ask and --from - both read stdin", "Give the snapshot as a file."));
    if (auto fits = target_fits(); !fits) return std::unexpected(fits.error());
    if (auto taken = take_flags(); !taken) return std::unexpected(taken.error());
    if (auto found = detect(); !found) return std::unexpected(found.error());
    if (auto taken = take_kept(); !taken) return std::unexpected(taken.error());
    if (auto sound = judge_given(); !sound) return std::unexpected(sound.error());
    const bool terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
    if (!options_.yes && (options_.ask || terminal)) {
      if (auto done = ask(terminal); !done) return std::unexpected(done.error());
    } else if (!options_.yes) {
      if (auto complete = nothing_guessed(); !complete) return std::unexpected(complete.error());
    }
    return finish();
  }

 private:
  base::Result<void> target_fits() const {
    namespace fs = std::filesystem;
    std::error_code error;
    if (options_.file == "-") return {};
    const std::string name = base::one_line(options_.file);
    const fs::path folder = fs::path(options_.file).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, error))
      return std::unexpected(
          usage(base::format("cannot write {}: there is no folder {}", name, base::one_line(folder.string())),
                "Make it, or give another -f FILE."));
    if (options_.force || !fs::exists(fs::symlink_status(options_.file, error))) return {};
    return std::unexpected(usage(base::format("{} is there already, and nothing was written", name),
                                 "--force replaces it; -f FILE writes another."));
  }

  base::Result<void> put(const std::string& key, const std::string& text) {
    auto taken = taken_text(judge_, key, text);
    if (!taken) {
      taken.error().message.insert(0, base::format("--{}: ", key.substr(0, key.find('.'))));
      return std::unexpected(taken.error());
    }
    answers_.put(key, {.text = *std::move(taken), .origin = Origin::given});
    return {};
  }

  base::Result<void> take_flags() {
    for (const auto& [key, text] : options_.given)
      if (!text.empty())
        if (auto done = put(key, text); !done) return done;
    for (const auto& [key, texts] : options_.of_rails)
      for (std::size_t rail = 0; rail < texts.size(); ++rail)
        if (auto done = put(Answers::key_of(key, rail), texts[rail]); !done) return done;
    return count_rails();
  }

  /// As many rails as the flags have values for, where --rails does not say.
  base::Result<void> count_rails() {
    const bool said = !options_.given.at("rails").empty();
    std::size_t most = 0;
    for (const auto& [key, texts] : options_.of_rails) {
      most = std::max(most, texts.size());
      if (said && answers_.rails() > 0 && texts.size() > answers_.rails())
        return std::unexpected(
            usage(base::format("--{}: {} values for {}", key, texts.size(), base::counted(answers_.rails(), "rail")),
                  "--rails says how many there are."));
    }
    if (!said && most > 0) answers_.put("rails", {.text = std::to_string(most), .origin = Origin::given});
    return {};
  }

  base::Result<void> detect() {
    const std::string file = answers_.text("cluster");
    if (file.empty()) {
      const base::Result<OpenedWorld> opened = OpenedWorld::open(options_.source);
      if (!opened) return std::unexpected(opened.error());
      detected_ = detected_answers(opened->world());
      return {};
    }
    for (const auto& [key, answer] : answers_.all()) {
      const manifest::job::Question& question = *manifest::job::question_of(key);
      if (question.key != "cluster" && (question.path.starts_with("spec.cluster") || question.key == "rails"))
        return std::unexpected(usage(base::format("--{}: the file of --cluster says that", question.key), ""));
    }
    if (auto taken = judge_.take_profile(file); !taken) return taken;
    const manifest::job::ClusterProfile& profile = *judge_.profile();
    const auto say = [&](const char* key, std::string text) {
      detected_.put(key, {.text = std::move(text), .origin = Origin::detected, .source = file});
    };
    if (!profile.space.empty()) say("namespace", profile.space);
    if (profile.rails.empty()) say("mode", "tcp");
    answers_.put("cluster", {.text = judge_.from_target(file), .origin = Origin::given});
    return {};
  }

  /// What an earlier dialogue left. Flags win.
  base::Result<void> take_kept() {
    if (options_.fresh || kept_file_.empty()) return {};
    auto kept = read_kept(kept_file_);
    if (!kept) return std::unexpected(kept.error());
    for (const auto& [key, answer] : kept->all()) {
      const Answer* detected = detected_.find(key);
      Answer again = answer;
      if (detected && detected->text == again.text) again.source = detected->source;
      answered_.put(key, again);
      if (!answers_.find(key)) answers_.put(key, std::move(again));
    }
    if (!answered_.all().empty())
      return print_note(base::format("{} from {}; --fresh starts over without.\n",
                                     base::counted(answered_.all().size(), "answer"), base::one_line(kept_file_)));
    return {};
  }

  /// The answers that are there, with what would be taken for the rest.
  base::Result<void> judge_given() const {
    std::vector<Problem> problems = judge_.problems(manifest::job::completed(answers_, detected_));
    if (problems.empty()) return {};
    for (Problem& problem : problems) {
      const manifest::job::Question* question = manifest::job::question_about(problem.message);
      const std::size_t colon = problem.message.find(": ");
      if (question && colon != std::string::npos)
        problem.message = base::format("--{}: {}", question->key, problem.message.substr(colon + 2));
    }
    base::Error error = told(problems);
    if (!answered_.all().empty())
      error.suggestion += base::format("{}--fresh leaves the answers in {} aside.", error.suggestion.empty() ? "" : " ",
                                       base::one_line(kept_file_));
    return std::unexpected(std::move(error));
  }

  base::Result<void> ask(bool terminal) {
    const std::string name = options_.file == "-" ? "railhead.yaml" : base::one_line(options_.file);
    if (auto said = print_note(base::format("Questions for {}. Enter takes what is in brackets, ? explains, Ctrl-D stops{}.\n",
                                            name, kept_file_.empty() ? "" : " and keeps the answers"));
        !said)
      return said;
    const Dialogue dialogue{.judge = judge_, .detected = detected_, .kept_file = kept_file_, .terminal = terminal};
    auto answers = asked(dialogue, std::move(answers_), answered_);
    if (!answers) return std::unexpected(answers.error());
    answers_ = *std::move(answers);
    return {};
  }

  /// Nobody is there who could agree to a guess.
  base::Result<void> nothing_guessed() const {
    const Answers whole = manifest::job::completed(answers_, detected_);
    std::string flags;
    for (const manifest::job::Question& question : manifest::job::questions()) {
      std::vector<std::string> guesses;
      for (std::size_t rail = 0; rail < (question.each_rail ? whole.rails() : 1); ++rail) {
        const Answer* answer = whole.find(question.each_rail ? Answers::key_of(question.key, rail) : std::string(question.key));
        if (answer && answer->origin == Origin::guess) guesses.push_back(answer->text);
      }
      if (!guesses.empty())
        flags += base::format("\n  --{} {}", question.key, base::shell_word(base::one_line(base::joined(guesses, ","))));
    }
    if (flags.empty()) return {};
    return std::unexpected(
        usage("there is no terminal to ask on, and these flags are missing; shown with the guess that --yes "
              "would take:" +
                  flags,
              "--yes takes them all, --ask reads the answers from stdin."));
  }

  base::Result<Exit> finish() {
    answers_ = manifest::job::completed(std::move(answers_), detected_);
    const std::vector<Problem> problems = judge_.problems(answers_);
    if (!problems.empty()) return std::unexpected(told(problems));
    const auto rendered = judge_.rendered(answers_);
    if (!rendered) return std::unexpected(rendered.error());
    const std::string text = manifest::job::written(answers_, options_.file == "-" ? "railhead.yaml" : options_.file);
    const auto done = options_.file == "-" ? print(text) : write_file(options_.file, text);
    if (!done) return std::unexpected(done.error());
    if (!kept_file_.empty()) ::unlink(kept_file_.c_str());
    if (auto said = print_note(ending(options_.file, answers_, *rendered)); !said) return std::unexpected(said.error());
    return Exit::ok;
  }

  const InitOptions& options_;
  Judge judge_;
  std::string kept_file_;
  Answers answers_;
  Answers answered_;
  Answers detected_;
};

}  // namespace

base::Result<Exit> run_init(const InitOptions& options) { return Run(options).all(); }

}  // namespace railhead::cli
