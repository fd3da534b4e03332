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

/// The first piece of evidence that stands in this object. Nothing where it is all of others: the finding is theirs.
std::optional<Place> place_of(const check::Finding& finding, const Item& item, const Place& of_object) {
  if (finding.evidence.empty()) return of_object;
  for (const facts::Evidence& evidence : finding.evidence)
    if (item.holds(evidence.where)) return item.place_of(evidence.where);
  return std::nullopt;
}

}  // namespace

void Judge::prepare(const manifest::Chunk& chunk, const std::string& file) {
  foretold_.look(chunk.text);
  if (!may_be_context(chunk.text)) return;
  const Reading reading(chunk, file);
  foretold_.add(reading);
  for (Item& item : reading.items()) context_.add(std::move(item.object));
}

void Judge::prepared() {
  context_.close();
  foretold_.close();
}

JudgedDocument Judge::judge(const manifest::Chunk& chunk, const std::string& file) {
  const Reading reading(chunk, file);
  JudgedDocument document{.objects = {}, .problems = reading.problems()};
  std::vector<Item> items = reading.items();
  document.objects.reserve(items.size());
  for (Item& item : items) {
    foretold_.tell(item);
    document.objects.push_back(judged(item));
  }
  return document;
}

JudgedObject Judge::judged(const Item& item) {
  static const facts::Machine kNoMachine;
  static const check::Options kOptions;
  const facts::ClusterObject& object = item.object;
  JudgedObject judged{.kind = object.kind, .name = object.name, .space = object.space, .place = item.place_of(object.source)};
  if (!is_judged(object)) return judged;
  const facts::Cluster& cluster = context_.around(object, item.text);
  for (check::Result& result : check::run(wishes_.checks, {kNoMachine, kOptions, nullptr, &cluster})) {
    if (!is_wanted(result)) continue;
    const auto place = place_of(result.finding, item, judged.place);
    if (place && is_new(result, item)) judged.findings.push_back({.result = std::move(result), .place = *place});
  }
  mark_ignored(ignores_of(item, judged.notes), judged.findings);
  if (wishes_.rows) judged.rows = rows_of(item, cluster, judged.findings);
  return judged;
}

bool Judge::is_wanted(const check::Result& result) const {
  const check::Verdict verdict = result.finding.verdict;
  return wishes_.all || verdict == check::Verdict::violated || (verdict == check::Verdict::ok && result.check->good_state);
}

bool Judge::is_new(const check::Result& result, const Item& item) {
  const check::Finding& said = result.finding;
  const auto here = [&](const facts::Evidence& evidence) { return item.holds(evidence.where); };
  if (item.alone && std::ranges::all_of(said.evidence, here)) return true;
  std::string key = result.check->id + '\n' + said.subject + '\n' + said.message;
  for (const facts::Evidence& evidence : said.evidence) key += '\n' + evidence.where;
  return said_.insert(std::hash<std::string>{}(key)).second;
}

}  // namespace railhead::lint
