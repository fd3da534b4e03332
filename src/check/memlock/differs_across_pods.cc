#include "finding/across.h"
#include "memlock/model.h"

namespace railhead::check {
namespace {

std::optional<Trait> trait(const facts::Machine& machine) {
  const memlock::Model model = memlock::model(machine.process, machine.memory);
  if (!model.predicted) return std::nullopt;
  return Trait{model.predicted->unlimited() ? "none" : memlock::text(*model.predicted),
               seen(machine.process.memlock, model.why)};
}

std::vector<Finding> rule(const Input& input) {
  return compared(input, {.severity = Severity::warning, .what = "the memlock limit that counts", .trait = trait});
}

}  // namespace

Check memlock_differs_across_pods() {
  return {
      .title = "The memlock limit differs between pods",
      .severity = Severity::warning,
      .cause =
          "Pods of one job run on nodes whose runtimes give other limits, or some were started before a runtime was "
          "configured anew. A job then fails on some nodes alone, with ENOMEM.",
      .fix = "railhead node memlock  # on a node of each kind: what its runtime gives; 'node memlock render' makes them alike",
      .rule = rule};
}

}  // namespace railhead::check
