#pragma once

#include <optional>
#include <string>
#include <vector>

#include "manifest/admission/judge.h"

/// What lets a refused pod through: for its author the smallest change of it, for an admin the smallest constraint.
namespace railhead::manifest::admission {

/// One thing to take out of a pod or to change in it. `path` is that of the manifest ("spec.containers[0].securityContext..."),
/// `what` in words: "remove capability NET_RAW". `source` is FILE:LINE.
struct PodChange {
  std::string path;
  std::string what;
  std::string source = {};
};

/// `changes` make `admitted_by` take the pod, a constraint that may be used already; none where no change of the pod alone
/// does, or where what would have to go is what RDMA needs (`keeps`: the words of what that is). `grant` is an existing
/// constraint that would take the pod as it is and only has to be granted; else `constraint` is the manifest of a new one, the
/// smallest that does. `commands` for an admin, each a line of a shell.
struct WayOut {
  std::vector<PodChange> changes = {};
  std::string admitted_by = {};
  std::string keeps = {};
  std::string grant = {};
  std::string constraint = {};
  std::vector<std::string> commands = {};
  std::vector<std::string> notes = {};
};

/// Nothing where the pod is admitted.
std::optional<WayOut> way_out(const Subject& subject, const Verdict& verdict, const scc::World& world,
                              const Question& question);

}  // namespace railhead::manifest::admission
