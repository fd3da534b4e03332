#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What railhead.yaml says of a job.
namespace railhead::manifest::job {

enum class JobKind : std::uint8_t { pod, stateful_set, job, mpi_job, job_set };
enum class Mode : std::uint8_t { rdma, tcp };

/// An image that OpenShift builds from a repository: ImageStream and BuildConfig.
struct Build {
  std::string git;  // URL; empty: nothing is built
  std::string ref;  // branch, tag or commit
  std::string context;
  std::string dockerfile;
  std::string tag = "latest";
};

/// One of: a claim that is there, a claim that is made (size), a ConfigMap, a Secret, memory or scratch of the node.
struct Volume {
  std::string name;
  std::string mount;  // path in the containers
  std::string claim;
  std::string size;
  std::string storage_class;
  bool per_pod = false;  // a claim for each pod rather than one that all share
  std::string config_map;
  std::string secret;
  bool scratch = false;  // emptyDir
  bool read_only = false;
};

/// A variable whose value a Secret has, so that it stands in no manifest.
struct SecretVariable {
  std::string name;
  std::string secret;
  std::string key;
};

struct Amounts {
  std::string cpu;
  std::string memory;
  std::string ephemeral_storage;
};

/// kind: TrainingJob, without its cluster.
struct TrainingJob {
  std::string name;
  std::string space;  // empty: the profile's
  JobKind kind = JobKind::stateful_set;
  Mode mode = Mode::rdma;
  std::uint32_t nodes = 1;
  std::uint32_t gpus = 0;  // of a pod; 0: the profile's gpusPerNode
  std::string image;
  Build build;
  std::vector<std::string> command;
  std::string script;       // text that a ConfigMap carries and a shell of the image runs; "#!" names another interpreter
  std::string script_name;  // its file name in the pod
  std::string working_directory;
  Amounts resources;
  std::map<std::string, std::string> environment;
  std::vector<SecretVariable> secrets;
  std::vector<Volume> volumes;
  std::string shm;  // size of /dev/shm; empty: half of the memory; "none"
  std::string priority_class;
  std::uint32_t backoff_limit = 0;
  std::map<std::string, std::string> labels;
  std::uint32_t slots = 0;  // of mpijob: processes of a worker; 0: its GPUs
};

}  // namespace railhead::manifest::job
