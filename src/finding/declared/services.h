#pragma once

#include <vector>

#include "finding/declared/workloads.h"

/// The Services that give the pods of a job their names.
namespace railhead::check {

/// A job of several pods whose pods get names from a Service: a StatefulSet by serviceName, a Job or a Pod by its subdomain.
/// Kinds whose operator makes the Service (JobSet, PyTorchJob, MPIJob, LeaderWorkerSet, ...) are not among them. `service` is
/// nullptr where the texts have none of that name, `others` says that they have some of the same namespace.
struct NamedPods {
  DeclaredPod one;
  facts::Known<std::string> name;  // of the Service
  const facts::ClusterObject* service = nullptr;
  bool others = false;
};

std::vector<NamedPods> named_pods(const Input& input);

/// What `judge` says of each whose Service is among the texts.
std::vector<Finding> each_service(const Input& input, std::optional<Finding> (*judge)(const NamedPods&));

bool is_headless(const facts::Service& service);

/// "Service/train"
std::string service_subject(const NamedPods& named);

/// What shows that the two belong together: serviceName or subdomain, and the Service's place.
Evidences service_evidence(const NamedPods& named);

}  // namespace railhead::check
