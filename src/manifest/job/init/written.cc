#include "manifest/job/init/written.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/edit/words.h"
#include "manifest/job/init/command_line.h"
#include "manifest/job/init/questions.h"

namespace railhead::manifest::job {
namespace {

/// Where comments begin, unless the line is longer.
constexpr std::size_t kComments = 40;

bool is_alphanumeric(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
bool is_bare(char c) { return is_alphanumeric(c) || std::string_view("./_-:@").find(c) != std::string_view::npos; }

/// "-b", "--epochs"
bool is_option(std::string_view text) {
  const std::size_t dashes = text.starts_with("--") ? 2 : text.starts_with('-') ? 1 : 0;
  return dashes > 0 && is_plain_word(text.substr(dashes));
}

/// A text that is read as this text, in braces too. With a slash it is neither number nor date.
std::string word(std::string_view text) {
  if (is_plain_word(text) || is_option(text)) return std::string(text);
  const bool bare = !text.empty() && std::ranges::all_of(text, is_bare) && text.back() != ':' &&
                    std::string_view("-:@").find(text.front()) == std::string_view::npos;
  return bare && (is_text(text, true) || text.find('/') != std::string_view::npos) ? std::string(text) : in_quotes(text);
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 20 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// As the field takes it: a number stays one, and true is no text.
std::string value_of(const Question& question, const std::string& text) {
  const Field* field = field_of(question);
  const Type type = field ? field->type : Type::text;
  const bool truth = type == Type::truth && (text == "true" || text == "false");
  if (truth || (type == Type::number && is_number(text))) return text;
  if (type == Type::scalar && !text.empty() && std::ranges::all_of(text, is_alphanumeric)) return text;
  if (type == Type::texts) return base::format("[{}]", word(text));
  return word(text);
}

class Writer {
 public:
  explicit Writer(const Answers& answers) : answers_(answers) {}

  std::string text(std::string_view name) {
    line(0,
         base::format("# A training job, written by railhead init. Change what you like: 'railhead render {}' writes the",
                      base::shell_word(base::one_line(name))),
         "");
    line(0, "# manifests of it. All fields: 'railhead schema railhead.yaml', docs/railhead.yaml.md.", "");
    line(0, base::format("apiVersion: {}", kApiVersion), "");
    line(0, "kind: TrainingJob", "");
    line(0, "metadata:", "");
    field(1, "name", "of the job and of its objects");
    field(1, "namespace", "");
    line(0, "spec:", "");
    job();
    cluster();
    volume();
    return std::move(text_);
  }

 private:
  bool has(std::string_view key) const {
    const Answer* answer = answers_.find(key);
    const Question* question = question_of(key);
    return answer && !answer->text.empty() && !(question->optional && answer->text == kNone);
  }

  void line(std::size_t depth, const std::string& yaml, const std::string& comment) {
    std::string whole = std::string(2 * depth, ' ') + yaml;
    if (!comment.empty()) {
      whole.resize(std::max(whole.size() + 2, kComments), ' ');
      whole += "# " + comment;
    }
    text_ += whole + "\n";
  }

  /// Beside a value: whose word it is where that is not the user's, else what it means.
  std::string comment(std::string_view key, std::string_view usual) const {
    const Answer* answer = answers_.find(key);
    const Question* question = question_of(key);
    if (answer->origin == Origin::guess) return base::format("A GUESS: {}", question->look_up);
    if (answer->origin == Origin::detected && !answer->source.empty())
      return base::format("read from {}", base::one_line(answer->source));
    if (!usual.empty()) return std::string(usual);
    std::vector<std::string> others;
    for (const std::string_view one : words_of(*question))
      if (one != answer->text) others.emplace_back(one);
    return others.empty() ? std::string() : "or " + base::joined(others, ", ");
  }

  void field(std::size_t depth, std::string_view key, std::string_view usual) {
    if (!has(key)) return;
    const Question& question = *question_of(key);
    const std::string_view name = question.path.substr(question.path.rfind('.') + 1);
    line(depth, base::format("{}: {}", name, value_of(question, answers_.find(key)->text)), comment(key, usual));
  }

  void image() {
    const std::string image = answers_.text("image");
    const bool git = image.starts_with("git@") || image.find("://") != std::string::npos;
    if (!git) return field(1, "image", "");
    line(1, base::format("build: {{git: {}}}", word(image)),
         "OpenShift builds it; ref, context and dockerfile may be said too");
  }

  void command() {
    const std::string line_text = answers_.text("command");
    if (line_text.starts_with('@'))
      return line(1, "scriptFile: " + word(std::string_view(line_text).substr(1)), "a script, seen from this file");
    std::string list;
    for (const std::string& one : command_words(line_text).value_or(std::vector<std::string>{}))
      list += (list.empty() ? "" : ", ") + word(one);
    line(1, base::format("command: [{}]", list), answers_.find("command") ? comment("command", "") : "");
  }

  void job() {
    field(1, "kind", "");
    field(1, "nodes", "pods, each with the GPUs of a node");
    image();
    command();
    field(1, "mode",
          answers_.is("mode", "rdma") ? "or tcp, which leaves out all that RDMA needs" : "or rdma, which needs rails");
    field(1, "shm", "of /dev/shm");
    if (has("cpu") || has("memory")) line(1, "resources:", "of a pod");
    field(2, "cpu", "");
    field(2, "memory", "");
  }

  void cluster() {
    if (has("cluster")) return field(1, "cluster", "the ClusterProfile, seen from this file");
    line(1, "cluster:", "");
    for (const std::string_view key : {"platform", "create-namespace", "gpus-per-node", "gpu-resource"}) field(2, key, "");
    field(2, "fabric", "how RDMA devices come into the pods");
    field(2, "networks", "");
    rails();
    memlock();
    field(2, "service-account", "");
    field(2, "scc", "");
    field(2, "pull-secret", "");
    field(2, "launcher-image", "");
  }

  void memlock() {
    if (!has("memlock")) return;
    std::string members = "via: " + word(answers_.find("memlock")->text);
    if (has("memlock-size"))
      members += ", size: " + value_of(*question_of("memlock-size"), answers_.find("memlock-size")->text);
    line(2, base::format("memlock: {{{}}}", members), "how the pods get to pin memory; " + comment("memlock", ""));
  }

  void rails() {
    const std::size_t count = answers_.rails();
    if (count == 0) return;
    line(2, "rails:", "in the order of the pods' interfaces");
    for (const Question& question : questions()) {
      const Answer* first = question.each_rail ? answer_to(question, answers_) : nullptr;
      const std::string_view name = question.path.substr(question.path.rfind('.') + 1);
      if (first && first->origin == Origin::guess) line(3, base::format("# {}: A GUESS: {}", name, question.look_up), "");
      if (first && first->origin == Origin::detected)
        line(3, base::format("# {}: read from {}", name, base::one_line(first->source)), "");
    }
    for (std::size_t rail = 0; rail < count; ++rail) rail_line(rail);
  }

  void rail_line(std::size_t rail) {
    std::string members;
    for (const Question& question : questions()) {
      if (!question.path.starts_with("spec.cluster.rails.")) continue;
      const std::string key = question.each_rail ? Answers::key_of(question.key, rail) : std::string(question.key);
      if (!has(key)) continue;
      if (!question.each_rail && answers_.text(key) == answers_.text("namespace")) continue;
      members += (members.empty() ? "" : ", ") + base::format("{}: {}", question.path.substr(question.path.rfind('.') + 1),
                                                              value_of(question, answers_.find(key)->text));
    }
    line(3, base::format("- {{{}}}", members), "");
  }

  void volume() {
    if (!has("claim") && !has("volume-size")) return;
    line(1, "volumes:", "");
    line(2, "- name: shared", "");
    field(3, "mount", "");
    field(3, "claim", "");
    field(3, "volume-size", "a new claim, which all pods share");
    field(3, "storage-class", "");
  }

  const Answers& answers_;
  std::string text_;
};

}  // namespace

std::string written(const Answers& answers, std::string_view name) { return Writer(answers).text(name); }

}  // namespace railhead::manifest::job
