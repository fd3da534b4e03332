#pragma once

#include <optional>
#include <string>
#include <vector>

#include "manifest/admission/judge.h"

/// What lets a refused pod through: for its author the smallest change of it, for an admin the smallest constraint.
namespace railhead::manifest::admission {

/// One thing to take out of a pod or to change in it. `path` is that of the manifest ("spec.containers[0].securityContext..."),
/// `what` in words: "remove NET_RAW". `source` is FILE:LINE of the nearest mapping around it.
struct PodChange {
  std::string path;
  std::string what;
  std::string source = {};
  bool operator==(const PodChange&) const = default;
};

/// The ways of a refused pod.
/// `changes` make `admitted_by` take the pod, a constraint that may be used already, or where that is empty the Pod Security
/// level; none where no change of the pod alone does, or where what would have to go is what RDMA needs. `keeps` then is that:
/// "IPC_LOCK".
/// `grant` is an existing constraint that takes the pod as it is and only has to be granted, the narrowest one, and none that
/// gives more than the pod asks for in a way that matters. `constraint` is the manifest of a new one of the name
/// `constraint_name`, the smallest that takes it, or `no_constraint` says why there is none.
/// `invalid`: the API takes no such pod, whatever constraint does, and these are its reasons: nobody but the author can help.
/// `commands` for an admin, each a line of a shell: those of the grant, else those that go with the constraint;
/// `constraint_commands` always the latter. `level_command` sets the level of Pod Security that the pod needs. `notes` are
/// sentences: `change_notes` on the changes, and so on; `notes` on the rest.
struct WayOut {
  std::vector<PodChange> changes = {};
  std::vector<std::string> change_notes = {};
  std::string admitted_by = {};
  std::string keeps = {};
  std::string grant = {};
  std::vector<std::string> grant_notes = {};
  std::string constraint_name = {};
  std::string constraint = {};
  std::string no_constraint = {};
  std::string invalid = {};
  std::vector<std::string> constraint_notes = {};
  std::vector<std::string> constraint_commands = {};
  std::string level_command = {};
  std::vector<std::string> commands = {};
  std::vector<std::string> notes = {};
};

/// Nothing where the pod is admitted or skipped, or the verdict is unknown. Every way was tried on the model: the changed pod,
/// the existing constraint and the new one with its grant are admitted by SCC admission and the API's validation.
std::optional<WayOut> way_out(const Subject& subject, const Verdict& verdict, const scc::World& world,
                              const Question& question);

}  // namespace railhead::manifest::admission
