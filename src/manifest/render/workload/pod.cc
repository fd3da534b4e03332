#include "manifest/render/workload/pod.h"

#include <algorithm>

#include "manifest/render/workload/object.h"
#include "manifest/render/workload/security.h"

namespace railhead::manifest::render {
namespace {

/// Time to write a checkpoint after SIGTERM; the 30 s of Kubernetes are too short for that, minutes keep a node from a drain.
constexpr std::uint64_t kGraceSeconds = 60;

// mpirun and its ssh connections: some megabytes a worker.
constexpr const char* kSmallCpu = "1";
constexpr const char* kSmallMemory = "2Gi";

void add(Members& members, const char* name, const std::string& value) {
  if (!value.empty()) members.emplace_back(name, word(value));
}

/// The same in both: a pod with equal limits and requests is "Guaranteed", which alone gets CPUs of its own on one NUMA node.
Members amounts_of(const Plan& plan, const PodShape& shape) {
  if (shape.small) return {{"cpu", word(kSmallCpu)}, {"memory", word(kSmallMemory)}};
  Members amounts;
  const job::Amounts& wanted = plan.job.resources;
  add(amounts, "cpu", wanted.cpu);
  add(amounts, "memory", wanted.memory);
  add(amounts, "ephemeral-storage", wanted.ephemeral_storage);
  if (plan.gpus() != 0) amounts.emplace_back(plan.cluster.gpu_resource, word(std::to_string(plan.gpus())));
  return amounts;
}

bool is_set(const Plan& plan, const std::string& name) {
  return plan.job.environment.contains(name) ||
         std::ranges::find(plan.job.secrets, name, &job::SecretVariable::name) != plan.job.secrets.end();
}

std::vector<Tree> environment_of(const Plan& plan, const PodShape& shape) {
  std::vector<Tree> list;
  list.reserve(shape.variables.size() + plan.job.environment.size() + plan.job.secrets.size());
  const auto add = [&](const std::string& name, const std::string& value) {
    list.push_back(mapping({{"name", word(name)}, {"value", word(value)}}));
  };
  for (const auto& [name, value] : shape.variables)
    if (!is_set(plan, name)) add(name, value);
  for (const auto& [name, value] : plan.job.environment) add(name, value);
  for (const job::SecretVariable& one : plan.job.secrets) {
    const Tree reference = mapping({{"name", word(one.secret)}, {"key", word(one.key)}});
    list.push_back(mapping({{"name", word(one.name)}, {"valueFrom", mapping({{"secretKeyRef", reference}})}}));
  }
  return list;
}

Tree container_of(const Plan& plan, const PodShape& shape) {
  Members members = {{"name", word(shape.container)}, {"image", word(image_of(plan))}};
  add(members, "imagePullPolicy", plan.cluster.pull_policy);
  members.emplace_back("command", words(shape.command));
  add(members, "workingDir", plan.job.working_directory);
  if (auto list = environment_of(plan, shape); !list.empty()) members.emplace_back("env", sequence(std::move(list)));
  if (const Members amounts = amounts_of(plan, shape); !amounts.empty())
    members.emplace_back("resources", mapping({{"limits", mapping(amounts)}, {"requests", mapping(amounts)}}));
  members.emplace_back("securityContext", container_security(plan, shape));
  if (auto list = volume_mounts(plan, shape.role); !list.empty())
    members.emplace_back("volumeMounts", sequence(std::move(list)));
  return mapping(std::move(members));
}

/// By their names, one term each: the label kubernetes.io/hostname is another name on some clouds, and a field takes one value.
Tree affinity_of(const Plan& plan) {
  std::vector<Tree> terms;
  terms.reserve(plan.cluster.node_names.size());
  for (const std::string& name : plan.cluster.node_names) {
    Tree field = mapping({{"key", word("metadata.name")}, {"operator", word("In")}, {"values", words({name})}});
    terms.push_back(mapping(one("matchFields", only(std::move(field)))));
  }
  Tree selector = mapping(one("nodeSelectorTerms", sequence(std::move(terms))));
  return mapping(one("nodeAffinity", mapping(one("requiredDuringSchedulingIgnoredDuringExecution", std::move(selector)))));
}

Tree tolerations_of(const Plan& plan) {
  std::vector<Tree> list;
  list.reserve(plan.cluster.tolerations.size());
  for (const job::Toleration& one : plan.cluster.tolerations) {
    Members members;
    add(members, "key", one.key);
    add(members, "operator", one.op);
    add(members, "value", one.value);
    add(members, "effect", one.effect);
    list.push_back(mapping(std::move(members)));
  }
  return sequence(std::move(list));
}

void add_places(const Plan& plan, PodRole role, Members& spec) {
  // The launcher of an MPIJob needs no node with GPUs.
  if (role == PodRole::node && !plan.cluster.node_selector.empty()) {
    Members labels;
    labels.reserve(plan.cluster.node_selector.size());
    for (const auto& [name, value] : plan.cluster.node_selector) labels.emplace_back(name, word(value));
    spec.emplace_back("nodeSelector", mapping(std::move(labels)));
  }
  if (role == PodRole::node && !plan.cluster.node_names.empty()) spec.emplace_back("affinity", affinity_of(plan));
  if (!plan.cluster.tolerations.empty()) spec.emplace_back("tolerations", tolerations_of(plan));
}

}  // namespace

Tree pod_spec(const Plan& plan, const PodShape& shape) {
  Members spec;
  add(spec, "restartPolicy", shape.restart);
  add(spec, "subdomain", shape.subdomain);
  add(spec, "priorityClassName", plan.job.priority_class);
  spec.emplace_back("terminationGracePeriodSeconds", number(kGraceSeconds));
  // inject names it in the pods of nodes. That of a launcher has no other part of RDMA, but the same right to an image.
  if (shape.role == PodRole::launcher) add(spec, "serviceAccountName", plan.service_account());
  // The job speaks to no API server; and a namespace with many services would fill its environment.
  spec.emplace_back("automountServiceAccountToken", truth(false));
  spec.emplace_back("enableServiceLinks", truth(false));
  spec.emplace_back("securityContext", pod_security(plan, shape));
  add_places(plan, shape.role, spec);
  spec.emplace_back("containers", only(container_of(plan, shape)));
  if (auto list = pod_volumes(plan, shape.role); !list.empty()) spec.emplace_back("volumes", sequence(std::move(list)));
  return mapping(std::move(spec));
}

Tree pod_template(const Plan& plan, const PodShape& shape) {
  Members members = one("metadata", mapping(one("labels", mapping(labels(plan)))));
  members.emplace_back("spec", pod_spec(plan, shape));
  return mapping(std::move(members));
}

}  // namespace railhead::manifest::render
