// Objects of a cluster and pods among them: no wrong type, size or circle breaks the readers, and no verdict contradicts
// itself.
#include <algorithm>
#include <iterator>

#include "manifest/admission/judge.h"
#include "manifest/admission/way_out.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "manifest/yaml/yaml.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;
using manifest::admission::Plugin;
using manifest::scc::Outcome;

namespace {

constexpr std::size_t kMostSubjects = 8;

void claim_consistent(const manifest::admission::Verdict& verdict) {
  const bool refused = verdict.outcome == Outcome::refused;
  fuzz::claim(refused != verdict.message.empty(), "a refusal has the server's words, and nothing else has");
  fuzz::claim(refused == (verdict.denied_by != Plugin::none), "somebody refuses");
  if (refused || verdict.outcome == Outcome::unknown || !verdict.asked) return;
  fuzz::claim(verdict.scc.outcome == Outcome::skipped || verdict.scc.constraint != nullptr, "an SCC admits");
  fuzz::claim(verdict.invalid.empty() && verdict.violations.empty(), "nothing is wrong with a pod that is admitted");
}

void ask(const manifest::scc::World& world, const std::vector<manifest::admission::Subject>& subjects, bool scc) {
  manifest::admission::Question question{.scc = scc};
  question.creator = {.user = "someone", .groups = {"system:masters"}};
  for (const manifest::admission::Subject& subject : subjects) {
    const auto verdict = manifest::admission::judge(subject, world, question);
    if (!verdict) continue;
    claim_consistent(*verdict);
    const auto out = manifest::admission::way_out(subject, *verdict, world, question);
    fuzz::claim(verdict->outcome == Outcome::refused || !out, "only a refused pod needs a way out");
  }
}

}  // namespace

RAILHEAD_FUZZ(input) {
  const manifest::Parsed parsed = manifest::parse_yaml(input, std::size_t{1} << 15U);
  const manifest::Origin origin{.file = "m.yaml"};
  manifest::scc::World world;
  std::vector<manifest::admission::Subject> subjects;
  for (const manifest::Document& document : parsed.documents) {
    if (!manifest::scc::add_objects(world, document, origin)) return;
    auto found = manifest::admission::subjects_of(document, origin);
    if (!found) return;
    std::ranges::move(*found, std::back_inserter(subjects));
  }
  if (subjects.size() > kMostSubjects) subjects.resize(kMostSubjects);
  ask(world, subjects, true);
  ask(world, subjects, false);
  if (!manifest::scc::add_stock(world, "")) return;
  ask(world, subjects, true);
}
