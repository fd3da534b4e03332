#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "facts/container/allocation.h"
#include "facts/host/memory.h"
#include "facts/host/process.h"
#include "memlock/admission.h"

/// Where a job runs, as far as locked memory cares: this process, or one that was only described.
namespace railhead::memlock {

enum class Runtime { unknown, crio, containerd, docker };
enum class Cluster { unknown, openshift, kubernetes, none };

const char* name(Runtime runtime);
const char* name(Cluster cluster);

struct Situation {
  facts::Process process;
  facts::Memory memory = {};
  Runtime runtime = Runtime::unknown;
  Cluster cluster = Cluster::unknown;
  std::optional<unsigned> kube_minor = {};  // 31 of Kubernetes 1.31
  bool described = false;                   // made of options, not read from a process
  std::optional<Asked> asked = {};          // what the cluster's admission was asked
};

/// Capabilities that a container was given beyond the usual ones.
struct Added {
  bool ipc_lock = false;
  bool sys_resource = false;
};

/// Reads "IPC_LOCK,CAP_SYS_RESOURCE", "ALL", "none". Only the two count here; other capabilities that exist are taken and say
/// nothing. A usage error names what is no capability.
base::Result<Added> parse_capabilities(std::string_view text);

/// The minor number of "1.31", "v1.31.4", "1.31+": a usage error for anything else and for a major that is not 1.
base::Result<unsigned> parse_kube_version(std::string_view text);

/// The first process of a container: what is added is effective for uid 0 and in the bounding set alone for others, since no
/// runtime is asked by Kubernetes for ambient capabilities. The limit is 8 MiB, the kernel's default since 5.16.
facts::Process described_process(std::uint32_t uid, const Added& added, bool user_namespace, bool no_new_privs);

/// What the hints about the container say of runtime and cluster. OpenShift nodes run CRI-O.
void place(Situation& situation, const facts::Container& container);

}  // namespace railhead::memlock
