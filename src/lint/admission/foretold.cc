#include "lint/admission/foretold.h"

#include <algorithm>
#include <optional>

#include "lint/admission/pod_security_answer.h"
#include "lint/admission/scc_answer.h"
#include "manifest/admission/judge.h"
#include "manifest/admission/subject.h"

namespace railhead::lint {
namespace {

namespace admission = manifest::admission;

/// Where a pod is, `known` by its manifest or by the grants for its service account.
struct Whereabouts {
  std::string space = {};
  bool known = false;
};

std::optional<Whereabouts> whereabouts(const admission::Subject& subject, const Gathered& gathered) {
  if (!subject.pod.space.empty()) return Whereabouts{subject.pod.space, true};
  const std::optional<std::string> found = gathered.space_for(subject.pod.service_account);
  if (!found) return std::nullopt;
  return found->empty() ? Whereabouts{"default", false} : Whereabouts{*found, true};
}

void tell_pod(Gathered& gathered, const admission::Subject& subject, facts::PodTemplate& pod) {
  const std::optional<Whereabouts> place = whereabouts(subject, gathered);
  const bool openshift = gathered.openshift() || pod.openshift.has();
  const manifest::scc::Namespace* enforcing = gathered.enforcing(subject.pod.space);
  const bool by_scc = gathered.has_own_sccs();
  if (!place || (!by_scc && enforcing == nullptr)) return;
  const admission::Question question{.scc = openshift, .space = place->space};
  const manifest::scc::World& world = gathered.world_for(question.space);
  const auto verdict = admission::judge(subject, world, question);
  if (!verdict) return;
  if (by_scc) {
    pod.admission.scc = scc_answer(subject, *verdict, gathered, pod);
    if (pod.admission.scc && !place->known) pod.admission.scc->space.clear();
  }
  if (enforcing != nullptr)
    pod.admission.pod_security = pod_security_answer(subject, *verdict, *enforcing, gathered.doubtful());
}

}  // namespace

void Foretold::add(const Reading& reading) {
  if (!reading.problems().empty()) gathered_.miss();
  for (const manifest::Document& document : reading.documents()) gathered_.add(document, reading.origin());
}

void Foretold::tell(Item& item) {
  facts::ClusterObject& object = item.object;
  const bool anything = gathered_.has_own_sccs() || gathered_.enforcing(object.space) != nullptr;
  // A TrainJob's pod is put together with what its runtime says.
  if (!anything || object.pods.empty() || object.kind.empty() || object.kind == "TrainJob") return;
  std::vector<admission::Subject> subjects;
  if (!admission::add_subjects(item.root, *item.origin, subjects)) return;
  const std::size_t both = std::min(subjects.size(), object.pods.size());
  for (std::size_t i = 0; i < both; ++i)
    if (object.pods[i].whole) tell_pod(gathered_, subjects[i], object.pods[i]);
}

}  // namespace railhead::lint
