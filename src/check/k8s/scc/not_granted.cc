#include "facts/cluster/cluster.h"
#include "finding/admission/foretold.h"
#include "finding/admission/refusal_words.h"
#include "finding/cluster/events.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

using facts::SccAnswer;

Finding missing(const facts::PodTemplate& pod, const SccAnswer& answer) {
  Evidences evidence = evidence_of(answer.refusals);
  if (evidence.empty()) evidence.push_back({"the pod", pod.source});
  evidence.push_back(constraint_evidence(answer));
  std::string message = base::format("SCC {} would admit it, and nothing in these manifests lets {} use it", answer.constraint,
                                     account_of(answer));
  if (!answer.refusals.empty())
    message +=
        base::format("; {}, which everybody may use, refuses {}", answer.refused_by, listed(in_words(answer.refusals), 4));
  return violated(
      Severity::info, base::one_line(pod.owner), message, std::move(evidence),
      base::format("oc adm policy add-scc-to-user {} -z {}{}", base::shell_word(answer.constraint),
                   base::shell_word(answer.account), answer.space.empty() ? " -n NAMESPACE" : in_namespace(answer.space)));
}

std::optional<Finding> judge(const facts::PodTemplate& pod) {
  if (!pod.admission.scc) return std::nullopt;
  const SccAnswer& answer = *pod.admission.scc;
  if (answer.says == facts::SccSays::not_granted) return missing(pod, answer);
  if (answer.says != facts::SccSays::admits) return std::nullopt;
  return ok(base::one_line(pod.owner), base::format("{} may use SCC {}", account_of(answer), answer.constraint),
            {{"the pod", pod.source}, constraint_evidence(answer)});
}

std::vector<Finding> rule(const Input& input) {
  return judged_each(declared_pods(input), [](const facts::PodTemplate* pod) { return judge(*pod); });
}

}  // namespace

Check k8s_scc_not_granted() {
  return {.title = "A pod needs an SCC of these manifests that nothing here grants to it",
          .severity = Severity::info,
          .cause =
              "An SCC lets nobody use it by being there. Somebody is let by a name in its users or groups, or by a role "
              "binding with the verb use; for the pods of a controller the pod's own service account has to be. The grant may "
              "be in the cluster already.",
          .fix = "oc adm policy add-scc-to-user SCC -z SERVICEACCOUNT -n NAMESPACE",
          .rule = rule};
}

}  // namespace railhead::check
