#include "cli/init/ending.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/init/questions.h"

namespace railhead::cli {
namespace {

using manifest::job::Answers;
using manifest::job::Origin;
using manifest::render::NeededBy;
using manifest::render::Object;

/// "Namespace and SecurityContextConstraints"; each kind once.
std::string kinds_of(const std::vector<Object>& objects, NeededBy needed_by) {
  std::vector<std::string> kinds;
  for (const Object& object : objects)
    if (object.needed_by == needed_by && std::ranges::find(kinds, object.kind) == kinds.end()) kinds.push_back(object.kind);
  return base::listed(std::move(kinds));
}

/// Fields that are guesses, each once.
std::vector<std::string> guessed(const Answers& answers) {
  std::vector<std::string> names;
  for (const manifest::job::Question& question : manifest::job::questions()) {
    const auto* answer = manifest::job::answer_to(question, answers);
    if (answer && answer->origin == Origin::guess) names.emplace_back(question.path.substr(question.path.rfind('.') + 1));
  }
  return names;
}

std::string command(const std::string& render, const std::string& apply, const std::string& reason) {
  return base::format("  {} | {}\n      # {}\n", render, apply, reason);
}

}  // namespace

std::string ending(const std::string& target, const Answers& answers, const Judge::Rendered& rendered) {
  const bool is_file = target != "-";
  const std::string name = is_file ? base::shell_word(base::one_line(target)) : "railhead.yaml";
  std::string text = is_file ? base::format("\nWrote {}.\n", name) : base::format("\nSave it as {}.\n", name);
  if (const auto guesses = guessed(answers); !guesses.empty())
    text += base::format("Guessed, and marked so in it: {}. Look at that first.\n", base::listed(guesses, 16));
  const std::string render = base::format("railhead render {}", name);
  const std::string apply = rendered.cluster.platform == manifest::job::Platform::openshift
                                ? "oc apply --server-side -f -"
                                : "kubectl apply --server-side -f -";
  const std::string admin = kinds_of(rendered.objects, NeededBy::admin);
  const std::string user = kinds_of(rendered.objects, NeededBy::user);
  text += "\nNext:\n\n";
  if (!admin.empty()) {
    text += command(render + " --for admin", apply, "what needs rights on the cluster: " + admin);
    return text + command(render + " --for user", apply, "the job: " + user);
  }
  text +=
      command(render + " --test-pod", apply, "first one pod that tries image and network, and says PASS or FAIL in its log");
  return text + command(render, apply, "then the job, which needs no admin: " + user);
}

}  // namespace railhead::cli
