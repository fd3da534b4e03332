#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "manifest/admission/subject.h"
#include "manifest/psa/psa.h"
#include "manifest/scc/admit.h"
#include "manifest/validation/validate.h"

/// What an API server says of a pod when it is created: SCC admission, where the cluster is OpenShift, then the API's own
/// validation, then Pod Security and OpenShift's look at inline volumes.
namespace railhead::manifest::admission {

/// How it is asked. `scc`: the cluster is OpenShift. `space` is that of the command line, `creator` who creates a Pod.
/// `level`: nothing means that of the namespace's label. `kube`: nothing means the namespace's label, else the newest.
struct Question {
  bool scc = true;
  std::string space = {};
  scc::Creator creator = {};
  std::optional<psa::Level> level = {};
  std::optional<psa::Version> kube = {};
};

enum class Plugin : std::uint8_t { none, scc, validation, pod_security, csi_inline };
/// "scc", "validation", "pod-security", "csi-inline".
const char* name(Plugin plugin);

/// `outcome` is admitted, refused or unknown, `denied_by` who refuses, `message` what the server says then. `pod` is as the
/// server would keep it. `asked` is false of SCC admission on Kubernetes. `level_source`: "--psa", the label with its
/// place, or that it is the default. `space_source` the same for the namespace's name. `creator`: who is taken to create the
/// pod.
struct Verdict {
  scc::Outcome outcome = scc::Outcome::unknown;
  Plugin denied_by = Plugin::none;
  std::string message = {};
  bool asked = false;
  scc::Admission scc = {};
  std::vector<Invalid> invalid = {};
  psa::Level level = psa::Level::privileged;
  psa::Version version = {};  // as the policy names it
  psa::Version rules = {};    // whose rules count
  std::string level_source = {};
  std::vector<psa::Violation> violations = {};
  Pod pod = {};
  std::string space = {};
  std::string space_source = {};
  const scc::Namespace* namespace_object = nullptr;
  scc::Creator creator = {};
};

/// Whether what the namespace gives its pods is known: it is among the objects, and OpenShift has written its ranges there.
bool knows_ranges(const Verdict& verdict);

/// The error says that the namespace of the command line and that of the pod differ. The verdict points into `world`.
base::Result<Verdict> judge(const Subject& subject, const scc::World& world, const Question& question);

}  // namespace railhead::manifest::admission
