#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/cluster/admission.h"
#include "manifest/pod/pod.h"
#include "manifest/scc/access.h"
#include "manifest/scc/ranges.h"
#include "manifest/scc/world.h"

namespace railhead::manifest::scc {

/// What of the pod a constraint refuses.
using Field = facts::AdmissionField;

/// One finding of a constraint in the server's words. `path` is the server's, from ".spec" or ".containers[0]" on, or that of
/// the texts which have no provider in front. `value` is as the server prints it ("\"IPC_LOCK\"", "[]int64{0}" or "[0]").
/// `text` is the whole entry. `container` is the container's name, empty for the pod. `of_namespace`: it comes from the
/// namespace's ranges. `never_allocated`: the id is below all that OpenShift gives to namespaces, so that it is refused without
/// knowing which range this one has.
struct Refusal {
  Field field = Field::capability;
  std::string container = {};
  std::string path = {};
  std::string value = {};
  std::string why = {};
  std::string text = {};
  bool of_namespace = false;
  bool never_allocated = false;
};

/// Refusals of one constraint that are kept: the server repeats every port of the pod for each container. What lies beyond is
/// left out, of the message too; such a refusal has far more than a mebibyte.
constexpr std::size_t kMostRefusals = 4096;

/// What one constraint made of the pod. It was not asked where a constraint before it admits the pod: then the access is filled
/// in and nothing else.
struct Attempt {
  const Constraint* constraint = nullptr;
  Access access = {};
  bool asked = false;
  std::vector<Refusal> refusals = {};
};

enum class Outcome : std::uint8_t { admitted, refused, skipped, unknown };

/// The annotation of a pod that names the one constraint to be tried.
constexpr const char* kRequiredScc = "openshift.io/required-scc";

/// Why the server refuses a pod before it tries a constraint: SCCs that come with OpenShift are missing, the one that the pod
/// requires is, the namespace's annotations are not there, or they (or an SCC) cannot be read.
enum class Obstacle : std::uint8_t { none, stock_missing, required_missing, annotations_missing, not_set_up };

/// `skipped`: SCC admission does not look at the pod, and `why` says why. `message` of a refusal is the server's, exactly.
/// `why` of an unknown says what would have to be known. `pod` is the pod with all that was filled in (of a skipped one as it
/// was), `constraint` the one that admits it. `attempts` are in the server's order; none where the pod was refused before that,
/// which `why` then says for people.
struct Admission {
  Outcome outcome = Outcome::unknown;
  const Constraint* constraint = nullptr;
  std::string message = {};
  std::string why = {};
  Obstacle obstacle = Obstacle::none;
  Pod pod = {};
  std::vector<Attempt> attempts = {};
};

/// What OpenShift's SCC admission says of a new pod. `pod` is as the server holds it when admission begins (see defaulted in
/// pod/defaults.h). `space` is nothing where the namespace is not known.
Admission admit(const Pod& pod, const World& world, const std::string& space_name, const Namespace* space,
                const Creator& creator);

/// Whether this one constraint would admit the pod, whoever may use it: nothing in the list, and `pod` has what it fills in.
std::vector<Refusal> try_constraint(const Constraint& constraint, Pod& pod, const Ranges& ranges);

}  // namespace railhead::manifest::scc
