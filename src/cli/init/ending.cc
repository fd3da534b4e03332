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

std::string command(const std::string& words, const std::string& reason) {
  return base::format("  {}\n      # {}\n", words, reason);
}

}  // namespace

std::string ending(const std::string& target, const Answers& answers, const Judge::Rendered& rendered) {
  const bool is_file = target != "-";
  const std::string name = is_file ? base::shell_word(base::one_line(target)) : "railhead.yaml";
  std::string text = is_file ? base::format("\nWrote {}.\n", name) : base::format("\nSave it as {}.\n", name);
  if (const auto guesses = guessed(answers); !guesses.empty())
    text += base::format("Guessed, and marked so in it: {}. Look at that first.\n", base::listed(guesses, 16));
  const bool openshift = rendered.cluster.platform == manifest::job::Platform::openshift;
  const std::string apply = base::format("| {} apply --server-side -f -", openshift ? "oc" : "kubectl");
  const std::string admin = kinds_of(rendered.objects, NeededBy::admin);
  const std::string user = kinds_of(rendered.objects, NeededBy::user);
  text += "\nNext:\n\n";
  if (!admin.empty()) {
    text +=
        command(base::format("railhead render {} --for admin {}", name, apply), "what needs rights on the cluster: " + admin);
  } else if (rendered.job.mode == manifest::job::Mode::rdma) {
    text += command(base::format("railhead render {} --test-pod {}", name, apply),
                    "first one pod that tries image and network, and says PASS or FAIL in its log");
  } else {
    text += command(base::format("railhead deploy {} --dry-run=server", name), "would the cluster take it? Nothing is changed");
  }
  return text + command("railhead deploy " + name, "the job, and how its pods come up: " + user);
}

}  // namespace railhead::cli
