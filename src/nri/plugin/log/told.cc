#include "nri/plugin/log/told.h"

namespace railhead::nri {
namespace {

std::string_view level_of(Outcome outcome) {
  return outcome == Outcome::refused || outcome == Outcome::rejected || outcome == Outcome::capped ? "warn" : "info";
}

void add_names(Line& line, const Subject& subject, const Decision& decision) {
  line.text("namespace", subject.space)
      .text("pod", subject.pod)
      .text("container", subject.container)
      .text("container_id", subject.container_id)
      .text("rule", decision.rule.empty() ? "none" : decision.rule);
}

}  // namespace

Line decision_line(const Subject& subject, const Decision& decision, bool audit, std::chrono::nanoseconds took) {
  Line line(level_of(decision.outcome), "decision");
  add_names(line, subject, decision);
  line.text("outcome", name(decision.outcome))
      .limits("limits", decision.limits)
      .texts("reasons", decision.reasons)
      .flag("audit", audit)
      .micros("duration_us", took);
  return line;
}

Line missed_line(const Subject& subject, const Decision& decision) {
  Line line("warn", "missed");
  add_names(line, subject, decision);
  line.text("outcome", "missed")
      .limits("limits", decision.limits)
      .texts("reasons", {"the container was made while the plugin was away, with the limits that the runtime gives",
                         "restart its pod to give it the limits of the policy"});
  return line;
}

}  // namespace railhead::nri
