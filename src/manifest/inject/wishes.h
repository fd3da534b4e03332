#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace railhead::manifest {

/// "[NS/]NAME[=RESOURCE]": an attachment, and the extended resource whose units are its devices.
struct NetworkWish {
  std::string space = {};  // empty: the pod's own namespace
  std::string name = {};
  std::string resource = {};
};

struct ResourceWish {
  std::string name = {};
  std::uint64_t amount = 1;
};

struct ResourceAmount {
  std::string name = {};
  std::string amount = {};  // as Kubernetes writes it
};

/// How the job gets to pin memory (facts: docs/memlock.md). native: securityContext.ulimits of a Kubernetes to come.
enum class MemlockWay : std::uint8_t { ipc_lock, sys_resource, launcher, nri, native, none };

/// /dev/shm: automatic is half of the container's memory limit.
struct ShmWish {
  bool wanted = true;
  std::string size = {};  // as Kubernetes writes it; empty: automatic
};

/// A service without an address of its own, by which the pods of a job have names.
struct HeadlessService {
  std::string space = {};
  std::string name = {};
};

/// Where the launcher is in a pod that inject has put it into.
constexpr const char* kLauncherProgram = "/opt/railhead/railhead";

/// What inject shall add. Empty members ask for nothing.
struct Wishes {
  bool tcp = false;
  std::vector<NetworkWish> networks = {};
  std::vector<ResourceWish> resources = {};
  MemlockWay memlock = MemlockWay::ipc_lock;
  std::string memlock_size = {};  // of nri and native; empty: no limit
  std::string service_account = {};
  ShmWish shm = {};
  bool environment = true;
  bool launcher = false;
  std::string launcher_image = {};
  std::vector<std::string> launcher_options = {};  // of exec: "--torchrun"
  std::vector<std::string> around_launcher = {};   // words before exec, of what starts it and sees how it ends
  std::vector<ResourceAmount> installer = {};      // limits and requests of the init container that brings the launcher
  bool placement = true;                           // anti-affinity and the fields of a headless service
  std::vector<std::string> containers = {};        // names; empty: those that ask for GPUs
  bool record = true;                              // so that uninject can take it back
  std::vector<std::string> pod_paths = {};         // of kinds that are not known: "spec.worker.template"

  std::vector<HeadlessService> services = {};  // of the same manifests
  std::vector<std::string> named = {};         // services that pods with GPUs in them take their names from

  /// exec starts the job: asked for, or the only way that the limit is raised by.
  bool starts_by_launcher() const {
    return launcher || (!tcp && (memlock == MemlockWay::launcher || memlock == MemlockWay::sys_resource));
  }
};

}  // namespace railhead::manifest
