#include "finding/admission/refusal_words.h"

#include <algorithm>

namespace railhead::check {
namespace {

using facts::AdmissionField;
using facts::SccRefusal;

std::string with_reason(std::string what, const SccRefusal& refusal) {
  return refusal.why.empty() ? what : base::format("{} ({})", what, refusal.why);
}

std::string seccomp(const SccRefusal& refusal) {
  const std::string profile = refusal.value.empty() ? "a seccompProfile" : base::format("seccompProfile {}", refusal.value);
  if (refusal.listed.empty()) return base::format("{} (it lists no seccompProfiles)", profile);
  return base::format("{} (it lists {})", profile, listed(refusal.listed, 4));
}

std::string thing(const SccRefusal& refusal) {
  switch (refusal.field) {
    case AdmissionField::fs_group: return base::format("fsGroup {}", refusal.value);
    case AdmissionField::supplemental_groups: return base::format("supplementalGroups {}", refusal.value);
    case AdmissionField::seccomp: return seccomp(refusal);
    case AdmissionField::se_linux: return with_reason(base::format("seLinuxOptions with {}", refusal.value), refusal);
    case AdmissionField::host_network: return "hostNetwork";
    case AdmissionField::host_pid: return "hostPID";
    case AdmissionField::host_ipc: return "hostIPC";
    case AdmissionField::host_users: return "hostUsers other than false";
    case AdmissionField::sysctl: return base::format("sysctl {}", refusal.value);
    case AdmissionField::volume: return base::format("a volume of type {}", refusal.value);
    case AdmissionField::run_as_user: return with_reason(base::format("runAsUser {}", refusal.value), refusal);
    case AdmissionField::run_as_non_root: return "runAsNonRoot: false";
    case AdmissionField::privileged: return "privileged: true";
    case AdmissionField::capability: return base::format("capability {}", refusal.value);
    case AdmissionField::host_port: return base::format("hostPort {}", refusal.value);
    case AdmissionField::privilege_escalation: return "allowPrivilegeEscalation: true";
    case AdmissionField::read_only_root: return "readOnlyRootFilesystem: false";
  }
  return {};
}

struct Told {
  std::string what;
  bool of_pod = false;
  std::vector<std::string> containers = {};
};

/// What the pod sets for all of its containers is not said of each.
std::string text_of(const Told& told) {
  if (told.of_pod || told.containers.empty()) return told.what;
  return base::format("{} of container{} {}", told.what, told.containers.size() == 1 ? "" : "s", listed(told.containers, 4));
}

}  // namespace

std::vector<std::string> in_words(const std::vector<SccRefusal>& refusals) {
  std::vector<Told> all;
  for (const SccRefusal& refusal : refusals) {
    const std::string what = thing(refusal);
    auto told = std::ranges::find(all, what, &Told::what);
    if (told == all.end()) told = all.insert(all.end(), {.what = what});
    if (refusal.container.empty()) told->of_pod = true;
    if (!refusal.container.empty() && std::ranges::find(told->containers, refusal.container) == told->containers.end())
      told->containers.push_back(refusal.container);
  }
  std::vector<std::string> texts;
  texts.reserve(all.size());
  std::ranges::transform(all, std::back_inserter(texts), text_of);
  return texts;
}

Evidences evidence_of(const std::vector<SccRefusal>& refusals) {
  Evidences evidence;
  for (const SccRefusal& refusal : refusals) {
    std::string what = in_words({refusal}).front();
    const auto same = [&](const Evidence& one) { return one.what == what && one.where == refusal.source; };
    if (std::ranges::none_of(evidence, same)) evidence.push_back({std::move(what), refusal.source});
  }
  return evidence;
}

}  // namespace railhead::check
