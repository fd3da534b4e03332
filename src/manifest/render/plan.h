#pragma once

#include <string>
#include <utility>
#include <vector>

#include "manifest/edit/tree.h"
#include "manifest/job/job.h"
#include "manifest/job/profile.h"
#include "manifest/pod/pod.h"
#include "manifest/render/render.h"

namespace railhead::manifest::render {

using Members = std::vector<std::pair<std::string, Tree>>;

/// A job with its cluster and the names that its objects call each other by.
struct Plan {
  const job::TrainingJob& job;
  const job::ClusterProfile& cluster;

  bool rdma() const { return job.mode == job::Mode::rdma; }
  std::string space() const { return job.space.empty() ? cluster.space : job.space; }
  std::string service_account() const;  // the profile's, or the job's name
  std::string headless_service() const { return job.name; }
  std::string script_map() const { return job.name + "-script"; }
  std::string scc() const;  // the profile's, or "railhead-NAMESPACE-NAME" of one that is made
  std::uint32_t gpus() const { return job.gpus != 0 ? job.gpus : cluster.gpus_per_node; }
};

/// metadata of an object of the job: name, namespace ("" leaves it out: the object is the cluster's), the app.kubernetes.io
/// labels, and the annotation railhead.dev/owner "TrainingJob/NAMESPACE/NAME", by which deploy knows its own later.
Tree metadata(const Plan& plan, const std::string& name, const std::string& space, Members annotations = {});
/// The same of what jobs share: the namespace, its networks, a service account that the profile names. Whose they are is said
/// by the annotation "ClusterProfile/NAME", NAME being the namespace's where the profile has none; no job is in it.
Tree shared_metadata(const Plan& plan, const std::string& name, const std::string& space, Members annotations = {});
/// The labels that select the job's pods, and that they bear with others.
Members selector(const Plan& plan);
Members labels(const Plan& plan);

/// apiVersion, kind, metadata and the rest as YAML.
std::string yaml_of(const Members& object);

/// What each part of render adds, in this order. Nothing where the job needs none.
using Part = base::Result<std::vector<Object>> (*)(const Plan& plan);

// What an admin applies (src/manifest/render/cluster/)
/// The SCC and the role and binding that grant it, of OpenShift; nothing else has any. `pods` are the pods of the workload as
/// the API server will keep them: filled in by the SCC that takes them where it is one that is known.
struct Granted {
  std::vector<Object> objects = {};
  std::vector<Pod> pods = {};
};

/// `pods` are the workload's objects: the smallest SCC is the one that admits their pods, proved by the admission model. Where
/// they are admitted without one there is none. To be asked before name_space, which comes first when they are applied.
base::Result<Granted> constraint(const Plan& plan, const std::vector<Object>& pods);
/// The Namespace with the Pod Security level that lets these pods through.
base::Result<std::vector<Object>> name_space(const Plan& plan, const std::vector<Pod>& pods);
base::Result<std::vector<Object>> networks(const Plan& plan);  // NetworkAttachmentDefinitions, or SriovNetworks and policies
base::Result<std::vector<Object>> service_account(const Plan& plan);  // and the image pull secrets it names

// What the user applies (src/manifest/render/workload/)
base::Result<std::vector<Object>> image_build(const Plan& plan);  // ImageStream and BuildConfig
base::Result<std::vector<Object>> script(const Plan& plan);       // ConfigMap
base::Result<std::vector<Object>> volumes(const Plan& plan);      // PersistentVolumeClaims that pods share
base::Result<std::vector<Object>> service(const Plan& plan);      // headless, with names before pods are ready
/// The Pod, StatefulSet, Job, MPIJob or JobSet, with what RDMA needs put in by `inject`.
base::Result<std::vector<Object>> workload(const Plan& plan);
base::Result<std::vector<Object>> test_pod(const Plan& plan);

}  // namespace railhead::manifest::render
