#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What a runtime tells of a container before it makes it; all that a policy may look at.
namespace railhead::nri {

/// RLIM_INFINITY, as runtimes write it.
constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

/// A limit of processes with its values, in the unit of setrlimit(2): bytes for RLIMIT_MEMLOCK.
struct Rlimit {
  std::string type = {};  // "RLIMIT_MEMLOCK"
  std::uint64_t soft = 0;
  std::uint64_t hard = 0;
  bool operator==(const Rlimit&) const = default;
};

/// A device node that the container gets.
struct Device {
  std::string path = {};  // "/dev/infiniband/uverbs0"
  std::string type = {};  // "c" or "b"
  std::int64_t major = 0;
  std::int64_t minor = 0;
};

using Texts = std::map<std::string, std::string, std::less<>>;

/// One container and its pod. What the pod's author wrote is in `labels` and `annotations`; `container_annotations` come from
/// the kubelet and device plugins, but some runtimes (CRI-O) copy the pod's among them.
struct Subject {
  std::string space = {};  // namespace
  std::string pod = {};
  std::string pod_id = {};
  std::string runtime_class = {};  // its handler; empty for the default one
  std::string container = {};
  std::string container_id = {};
  Texts labels = {};
  Texts annotations = {};
  Texts container_annotations = {};
  std::vector<Device> devices = {};
  std::vector<Rlimit> limits = {};  // that it has already; runtimes older than 2026 tell none
};

/// The subject has a character device below /dev/infiniband.
bool has_rdma_device(const Subject& subject);

}  // namespace railhead::nri
