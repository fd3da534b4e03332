#include "lint/judge.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "facts/machine.h"
#include "lint/ignore.h"
#include "lint/reading.h"
#include "lint/table.h"

namespace railhead::lint {
namespace {

/// Whether a check can say anything of it.
bool is_judged(const facts::ClusterObject& object) {
  return !object.pods.empty() || !object.runs.empty() || is_context(object);
}

/// The first piece of evidence that stands in this document. Nothing where it is all of other documents: the finding is theirs.
std::optional<Place> place_of(const check::Finding& finding, const Reading& reading, const Place& of_object) {
  if (finding.evidence.empty()) return of_object;
  for (const facts::Evidence& evidence : finding.evidence)
    if (reading.holds(evidence.where)) return reading.place_of(evidence.where);
  return std::nullopt;
}

}  // namespace

void Judge::prepare(const manifest::Chunk& chunk, const std::string& file) {
  if (!may_be_context(chunk.text)) return;
  const Reading reading(chunk, file);
  for (facts::ClusterObject& object : reading.objects()) context_.add(std::move(object));
}

JudgedDocument Judge::judge(const manifest::Chunk& chunk, const std::string& file) {
  const Reading reading(chunk, file);
  JudgedDocument document{.objects = {}, .problems = reading.problems()};
  for (const facts::ClusterObject& object : reading.objects()) document.objects.push_back(judged(object, reading));
  return document;
}

JudgedObject Judge::judged(const facts::ClusterObject& object, const Reading& reading) {
  static const facts::Machine kNoMachine;
  static const check::Options kOptions;
  JudgedObject judged{
      .kind = object.kind, .name = object.name, .space = object.space, .place = reading.place_of(object.source)};
  if (!is_judged(object)) return judged;
  const facts::Cluster& cluster = context_.around(object, reading.text());
  for (check::Result& result : check::run(wishes_.checks, {kNoMachine, kOptions, nullptr, &cluster})) {
    if (!is_wanted(result)) continue;
    const auto place = place_of(result.finding, reading, judged.place);
    if (place && is_new(result, reading)) judged.findings.push_back({.result = std::move(result), .place = *place});
  }
  const manifest::Value root = reading.root_of(object.source);
  mark_ignored(ignores_of(root, reading, judged.notes), judged.findings);
  if (wishes_.rows) judged.rows = rows_of(object, root, reading, cluster, judged.findings);
  return judged;
}

bool Judge::is_wanted(const check::Result& result) const {
  const check::Verdict verdict = result.finding.verdict;
  return wishes_.all || verdict == check::Verdict::violated || (verdict == check::Verdict::ok && result.check->good_state);
}

bool Judge::is_new(const check::Result& result, const Reading& reading) {
  const check::Finding& said = result.finding;
  const auto here = [&](const facts::Evidence& evidence) { return reading.holds(evidence.where); };
  if (std::ranges::all_of(said.evidence, here)) return true;
  std::string key = result.check->id + '\n' + said.subject + '\n' + said.message;
  for (const facts::Evidence& evidence : said.evidence) key += '\n' + evidence.where;
  return said_.insert(std::hash<std::string>{}(key)).second;
}

}  // namespace railhead::lint
