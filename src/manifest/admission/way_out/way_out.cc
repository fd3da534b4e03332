#include "manifest/admission/way_out.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/way_out/ways.h"
#include "manifest/scc/order.h"
#include "manifest/scc/ranges.h"

namespace railhead::manifest::admission {
namespace {

using scc::Obstacle;

/// Of one constraint. Every try of a way costs as much as they are, and who asks for so much has no pod in mind.
constexpr std::size_t kMostRefusals = 2000;

bool is_boundless(const Verdict& verdict) {
  return std::ranges::any_of(verdict.scc.attempts,
                             [](const scc::Attempt& attempt) { return attempt.refusals.size() > kMostRefusals; });
}

void add_usable(Refused& refused) {
  const scc::Askers askers =
      scc::askers(refused.world, refused.verdict.space, refused.pod.service_account, refused.verdict.creator);
  for (const scc::Constraint* constraint : refused.constraints)
    if (scc::access(*constraint, askers).by != scc::AccessBy::none) refused.usable.push_back(constraint);
}

/// The server did not come to look at the pod, and not for what the pod says: no constraint helps.
bool is_refused_before(const Verdict& verdict) {
  return verdict.scc.obstacle != Obstacle::none && verdict.scc.obstacle != Obstacle::required_missing;
}

void note_before(WayOut& way, const Verdict& verdict) {
  const std::string space = base::shell_word(verdict.space);
  if (verdict.scc.obstacle == Obstacle::stock_missing) {
    way.no_constraint = "Put back the SCCs that came with OpenShift: nothing about this pod helps.";
    return;
  }
  way.no_constraint =
      verdict.scc.obstacle == Obstacle::annotations_missing
          ? "OpenShift writes these annotations within seconds after a namespace is made. Where they stay away, look at what "
            "became of them:"
          : "Take the annotations that cannot be read out of the namespace, so that OpenShift writes them anew:";
  way.commands = {base::format("oc get namespace {} -o yaml", space)};
}

/// The stock SCCs are those of a new cluster.
void note_upgraded(WayOut& way, const Refused& refused) {
  const auto restricted = std::ranges::find(refused.constraints, "restricted", &scc::Constraint::name);
  if (!refused.world.stock || restricted == refused.constraints.end()) return;
  Pod pod = refused.pod;
  if (!scc::try_constraint(**restricted, pod, refused.ranges).empty()) return;
  way.notes.emplace_back(
      "On clusters that were upgraded from before OpenShift 4.11 everybody may use restricted, which takes the pod: with the "
      "cluster's own SCCs (--objects) that is certain.");
}

void add_scc_ways(WayOut& way, const Subject& subject, const Verdict& verdict, const scc::World& world,
                  const Question& question) {
  const auto noted = verdict.pod.annotations.find(scc::kRequiredScc);
  Refused found{.subject = subject,
                .verdict = verdict,
                .world = world,
                .question = question,
                .pod = verdict.pod,
                .ranges = scc::assumed_ranges(),
                .constraints = scc::ordered(world.constraints),
                .required = noted == verdict.pod.annotations.end() ? "" : noted->second};
  const base::Result<scc::Ranges> ranges = knows_ranges(verdict) ? scc::ranges_for(*verdict.namespace_object, found.constraints)
                                                                 : base::Result<scc::Ranges>(scc::assumed_ranges());
  if (!ranges) return note_before(way, verdict);
  found.ranges = *ranges;
  add_usable(found);
  add_changes(way, found);
  add_grant(way, found);
  add_constraint(way, found);
  note_upgraded(way, found);
}

void note_csi(WayOut& way, const Verdict& verdict) {
  way.notes.emplace_back(
      "You: use a claim (persistentVolumeClaim, or ephemeral) in place of the inline csi volume; claims are not looked at.");
  way.level_command = level_command(verdict, psa::Level::privileged);
}

}  // namespace

std::optional<WayOut> way_out(const Subject& subject, const Verdict& verdict, const scc::World& world,
                              const Question& question) {
  if (verdict.outcome != scc::Outcome::refused) return std::nullopt;
  WayOut way;
  switch (verdict.denied_by) {
    case Plugin::none: break;
    case Plugin::scc:
      if (is_boundless(verdict))
        way.no_constraint =
            base::format("More than {} things of the pod are refused: no way out is looked for.", kMostRefusals);
      else if (is_refused_before(verdict))
        note_before(way, verdict);
      else
        add_scc_ways(way, subject, verdict, world, question);
      break;
    case Plugin::validation: break;
    case Plugin::pod_security:
      add_level(way, subject, verdict, verdict.pod);
      if (!way.level_command.empty()) way.commands = {way.level_command};
      break;
    case Plugin::csi_inline: note_csi(way, verdict); break;
  }
  return way;
}

}  // namespace railhead::manifest::admission
