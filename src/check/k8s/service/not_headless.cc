#include "facts/cluster/cluster.h"
#include "finding/declared/services.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const NamedPods& named) {
  const facts::Known<std::string>& address = named.service->service->cluster_ip;
  Evidences evidence = service_evidence(named);
  if (is_headless(*named.service->service)) {
    evidence.push_back(seen(address, "clusterIP: None"));
    return ok(service_subject(named), "is headless", evidence);
  }
  if (!address && !address.not_asked()) return std::nullopt;
  evidence.push_back(address ? seen(address, "clusterIP: " + base::one_line(*address))
                             : Evidence{"no clusterIP: None", named.service->source});
  return violated(Severity::warning, service_subject(named),
                  base::format("is not headless: names of single pods of {} do not resolve, and its own leads to any of them",
                               named.one.subject()),
                  evidence);
}

std::vector<Finding> rule(const Input& input) { return each_service(input, judge); }

}  // namespace

Check k8s_service_not_headless() {
  return {.title = "The Service of a job has an address of its own",
          .severity = Severity::warning,
          .cause =
              "Only a Service with clusterIP: None gives each pod a name (POD.SERVICE.NAMESPACE.svc). Any other has one "
              "address that leads to one pod or another, where a rendezvous needs rank 0.",
          .fix = "spec:\n  clusterIP: None  # cannot be changed later: delete the Service and create it anew",
          .rule = rule};
}

}  // namespace railhead::check
