#pragma once

#include <string>
#include <vector>

#include "manifest/admission/judge.h"

/// The cluster as it would be after an admin did something, and what that takes.
namespace railhead::manifest::admission {

/// What a way out is looked for. `pod` is as admission gets it, `constraints` are in the server's order.
struct Refused {
  const Subject& subject;
  const Verdict& verdict;
  const scc::World& world;
  const Question& question;
  const Pod& pod;
  scc::Ranges ranges = {};
  std::vector<const scc::Constraint*> constraints = {};
  std::vector<const scc::Constraint*> usable = {};
  std::string required = {};  // of the annotation openshift.io/required-scc
};

/// The verdict on a pod once its service account may use a constraint. Where `constraint` has the name of one that is there, it
/// takes its place. Refused as well where it cannot be asked.
Verdict after_grant(const Refused& refused, const scc::Constraint& constraint);

/// The first constraint that the pods of the service account get which ask for nothing; nothing where they get none.
const scc::Constraint* usual(const Refused& refused);

/// Whether a constraint takes pods that ask for nothing before their own does.
bool captures(const Refused& refused, const scc::Constraint& constraint);

/// oc adm policy add-scc-to-user NAME -z ACCOUNT -n NAMESPACE
std::string grant_command(const Refused& refused, const std::string& name);
/// kubectl (oc on OpenShift) label namespace NAME pod-security.kubernetes.io/enforce=LEVEL --overwrite
std::string level_command(const Verdict& verdict, psa::Level level);

/// The strictest level that takes the pod.
psa::Level level_for(const Pod& pod, psa::Version version);

}  // namespace railhead::manifest::admission
