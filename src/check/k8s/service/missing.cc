#include "facts/cluster/cluster.h"
#include "finding/declared/services.h"

namespace railhead::check {
namespace {

Finding unnamed(const NamedPods& named) {
  return violated(Severity::info, named.one.subject(),
                  "names no Service (serviceName): its pods get no names, only addresses that change",
                  {{"no serviceName", named.one.pod.source}},
                  "spec:\n  serviceName: NAME  # of a Service with clusterIP: None that selects these pods");
}

/// The Service that is missing, with the labels that the pods have.
std::string service_for(const NamedPods& named) {
  std::string text = base::format(
      "apiVersion: v1\nkind: Service\nmetadata:\n  name: {}\nspec:\n  clusterIP: None\n  publishNotReadyAddresses: true\n  "
      "selector:",
      base::one_line(*named.name));
  const std::vector<facts::Label>& labels = named.one.pod.workload.labels;
  if (labels.empty()) return text + "\n    app: NAME  # a label of the pods";
  for (std::size_t i = 0; i < labels.size() && i < 4; ++i)
    text += base::one_line(base::format("    {}: {}", labels[i].name, labels[i].value)).insert(0, "\n");
  return text;
}

std::optional<Finding> judge(const NamedPods& named) {
  if (!named.name) {
    if (!named.one.pod.whole || !named.name.not_asked()) return std::nullopt;
    return unnamed(named);
  }
  const std::string name = base::one_line(*named.name);
  if (named.service != nullptr)
    return ok(named.one.subject(), base::format("Service {} is there", name), service_evidence(named));
  const char* key = named.one.object.kind == "StatefulSet" ? "serviceName" : "subdomain";
  const Evidences evidence = {seen(named.name, base::format("{}: {}", key, name))};
  if (named.others)
    return violated(Severity::warning, named.one.subject(),
                    base::format("has its names from Service {}, which is not among the Services given", name), evidence,
                    service_for(named));
  return violated(
      Severity::info, named.one.subject(),
      base::format("has its names from Service {}, which is not in these texts: without it no rank finds another by "
                   "name",
                   name),
      evidence, service_for(named));
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  for (const NamedPods& named : named_pods(input))
    if (auto finding = judge(named)) findings.push_back(std::move(*finding));
  return findings;
}

}  // namespace

Check k8s_service_missing() {
  return {.title = "The Service that gives the pods of a job their names is missing",
          .severity = Severity::warning,
          .cause =
              "serviceName of a StatefulSet and subdomain of a pod name a Service; neither makes one. Without it "
              "POD.SERVICE.NAMESPACE.svc does not resolve, and the rendezvous fails by its timeout.",
          .fix =
              "apiVersion: v1\nkind: Service\nmetadata: {name: NAME}\nspec:\n  clusterIP: None\n  "
              "publishNotReadyAddresses: true\n  selector: {app: NAME}  # a label of the pods",
          .rule = rule};
}

}  // namespace railhead::check
