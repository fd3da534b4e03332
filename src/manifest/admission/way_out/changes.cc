// What the author of a pod can do alone.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/way_out/fit.h"
#include "manifest/admission/way_out/fit_level.h"
#include "manifest/admission/way_out/ways.h"

namespace railhead::manifest::admission {
namespace {

/// What the server keeps of the changed pod; the verdict on it.
Verdict verdict_on(const Refused& refused, const Pod& pod) {
  Subject subject = refused.subject;
  subject.pod = pod;
  base::Result<Verdict> verdict = judge(subject, refused.world, refused.question);
  if (!verdict) return {.outcome = scc::Outcome::refused, .denied_by = Plugin::scc};
  return *std::move(verdict);
}

void drop_requirement(PodEdit& edit, const Refused& refused, const scc::Constraint& constraint) {
  if (refused.required.empty() || refused.required == constraint.name) return;
  edit.pod().annotations.erase(scc::kRequiredScc);
  edit.in_annotations(scc::kRequiredScc, base::format("remove {}", base::one_line(refused.required)));
}

/// The changes that make one constraint take the pod, and Pod Security behind it; `by` is the one that then does.
bool changed_for(PodEdit& edit, const Refused& refused, const scc::Constraint& constraint, std::string& by) {
  drop_requirement(edit, refused, constraint);
  if (!fit(edit, constraint, refused.ranges)) return false;
  Verdict verdict = verdict_on(refused, edit.pod());
  if (verdict.denied_by == Plugin::pod_security) {
    // What SCC fills in need not be written.
    edit.pod() = verdict.pod;
    if (!fit(edit, verdict.level, verdict.rules)) return false;
    verdict = verdict_on(refused, edit.pod());
  }
  if (verdict.outcome != scc::Outcome::admitted || verdict.scc.constraint == nullptr) return false;
  by = verdict.scc.constraint->name;
  return true;
}

/// Where a capability is what stands in the way, it says enough.
std::string keeps_text(std::vector<std::string> keeps) {
  if (std::ranges::any_of(keeps, pins_memory)) std::erase_if(keeps, [](const std::string& one) { return !pins_memory(one); });
  return base::joined(keeps, " and ");
}

}  // namespace

void add_changes(WayOut& way, const Refused& refused) {
  std::vector<std::string> keeps;
  for (const scc::Constraint* constraint : refused.usable) {
    PodEdit edit(refused.subject, refused.pod);
    std::string by;
    const bool fits = changed_for(edit, refused, *constraint, by);
    if (keeps.empty()) keeps = edit.keeps();
    if (!fits || !edit.keeps().empty()) continue;
    if (!way.admitted_by.empty() && way.changes.size() <= edit.changes().size()) continue;
    way.changes = edit.changes();
    way.change_notes = edit.notes();
    way.admitted_by = std::move(by);
  }
  if (way.admitted_by.empty()) way.keeps = keeps_text(keeps);
}

void add_level(WayOut& way, const Subject& subject, const Verdict& verdict, const Pod& pod) {
  const psa::Level level = level_for(pod, verdict.rules);
  if (level >= verdict.level) return;
  way.level_command = level_command(verdict, level);
  if (verdict.denied_by != Plugin::pod_security) return;
  PodEdit edit(subject, pod);
  const bool fits = fit(edit, verdict.level, verdict.rules);
  if (fits && edit.keeps().empty()) {
    way.changes = edit.changes();
    way.change_notes = edit.notes();
  } else {
    way.keeps = keeps_text(edit.keeps());
  }
}

}  // namespace railhead::manifest::admission
