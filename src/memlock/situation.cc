#include "memlock/situation.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/format.h"
#include "base/text.h"
#include "base/units.h"

namespace railhead::memlock {
namespace {

using facts::Capability;

constexpr std::uint64_t bit(Capability capability) { return std::uint64_t{1} << static_cast<unsigned>(capability); }

/// linux/capability.h, without IPC_LOCK and SYS_RESOURCE.
constexpr std::array<std::string_view, 39> kOthers = {"CHOWN",
                                                      "DAC_OVERRIDE",
                                                      "DAC_READ_SEARCH",
                                                      "FOWNER",
                                                      "FSETID",
                                                      "KILL",
                                                      "SETGID",
                                                      "SETUID",
                                                      "SETPCAP",
                                                      "LINUX_IMMUTABLE",
                                                      "NET_ADMIN",
                                                      "NET_RAW",
                                                      "IPC_OWNER",
                                                      "NET_BROADCAST",
                                                      "NET_BIND_SERVICE",
                                                      "SYS_MODULE",
                                                      "SYS_RAWIO",
                                                      "SYS_CHROOT",
                                                      "SYS_PTRACE",
                                                      "SYS_PACCT",
                                                      "SYS_ADMIN",
                                                      "SYS_BOOT",
                                                      "SYS_NICE",
                                                      "SYS_TIME",
                                                      "MKNOD",
                                                      "LEASE",
                                                      "AUDIT_WRITE",
                                                      "AUDIT_CONTROL",
                                                      "SETFCAP",
                                                      "MAC_OVERRIDE",
                                                      "MAC_ADMIN",
                                                      "SYSLOG",
                                                      "WAKE_ALARM",
                                                      "BLOCK_SUSPEND",
                                                      "AUDIT_READ",
                                                      "PERFMON",
                                                      "BPF",
                                                      "CHECKPOINT_RESTORE",
                                                      "SYS_TTY_CONFIG"};

base::Error usage(std::string message, std::string suggestion) {
  return {.code = base::Code::usage, .message = std::move(message), .suggestion = std::move(suggestion)};
}

/// "cap_ipc_lock" → "IPC_LOCK"
std::string bare(std::string_view word) {
  std::string text(base::trimmed(word));
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text.starts_with("CAP_") ? text.substr(4) : text;
}

}  // namespace

const char* name(Runtime runtime) {
  switch (runtime) {
    case Runtime::crio: return "crio";
    case Runtime::containerd: return "containerd";
    case Runtime::docker: return "docker";
    case Runtime::unknown: break;
  }
  return "unknown";
}

const char* name(Cluster cluster) {
  switch (cluster) {
    case Cluster::openshift: return "openshift";
    case Cluster::kubernetes: return "kubernetes";
    case Cluster::none: return "none";
    case Cluster::unknown: break;
  }
  return "unknown";
}

base::Result<Added> parse_capabilities(std::string_view text) {
  Added added;
  if (bare(text) == "NONE") return added;
  for (std::string_view word : base::split(text, ',')) {
    const std::string given = bare(word);
    if (given == "IPC_LOCK" || given == "ALL") added.ipc_lock = true;
    if (given == "SYS_RESOURCE" || given == "ALL") added.sys_resource = true;
    const bool known = given == "IPC_LOCK" || given == "SYS_RESOURCE" || given == "ALL" ||
                       std::find(kOthers.begin(), kOthers.end(), given) != kOthers.end();
    if (!known)
      return std::unexpected(usage(base::format("--caps: '{}' is no capability", base::one_line(word.substr(0, 80))),
                                   "Write them as in a manifest: --caps IPC_LOCK,SYS_RESOURCE, or --caps none."));
  }
  return added;
}

base::Result<unsigned> parse_kube_version(std::string_view text) {
  std::string_view rest = base::trimmed(text);
  if (rest.starts_with('v')) rest.remove_prefix(1);
  const std::vector<std::string_view> parts = base::split(rest, '.');
  std::string_view minor = parts.size() > 1 ? parts[1] : std::string_view();
  if (minor.ends_with('+')) minor.remove_suffix(1);
  const auto number = base::unsigned_number(minor);
  if (parts[0] != "1" || !number || *number > 999)
    return std::unexpected(
        usage(base::format("--kube-version: '{}' is no version of Kubernetes", base::one_line(text.substr(0, 80))),
              "Write it as 'kubectl version' says it: 1.31 or v1.31.4."));
  return static_cast<unsigned>(*number);
}

facts::Process described_process(std::uint32_t uid, const Added& added, bool user_namespace, bool no_new_privs) {
  // What containerd and CRI-O leave to every container: CHOWN DAC_OVERRIDE FOWNER FSETID KILL SETGID SETUID SETPCAP
  // NET_BIND_SERVICE.
  std::uint64_t granted = 0x5fb;
  if (added.ipc_lock) granted |= bit(Capability::ipc_lock);
  if (added.sys_resource) granted |= bit(Capability::sys_resource);
  facts::CapabilitySets sets{.bounding = granted};
  if (uid == 0) sets.effective = sets.permitted = granted;
  const std::uint64_t limit = base::mebibytes(8).value;
  facts::Process process;
  process.uid = {uid, "--uid"};
  process.capabilities = {sets, "--caps"};
  process.initial_user_namespace = {!user_namespace, "--userns"};
  process.no_new_privs = {no_new_privs, "--nnp"};
  process.memlock = {facts::Limit{limit, limit}, "assumed: the kernel's default"};
  return process;
}

void place(Situation& situation, const facts::Container& container) {
  if (container.orchestrator.is("openshift")) situation.cluster = Cluster::openshift;
  if (container.orchestrator.is("kubernetes")) situation.cluster = Cluster::kubernetes;
  if (container.runtime.is("docker") || container.runtime.is("podman") || container.orchestrator.is("slurm"))
    if (situation.cluster == Cluster::unknown) situation.cluster = Cluster::none;
  if (container.runtime.is("cri-o") || situation.cluster == Cluster::openshift) situation.runtime = Runtime::crio;
  if (container.runtime.is("containerd")) situation.runtime = Runtime::containerd;
  if (container.runtime.is("docker")) situation.runtime = Runtime::docker;
}

}  // namespace railhead::memlock
