#include <algorithm>

#include "base/text.h"
#include "finding/finding.h"
#include "finding/scope.h"

namespace railhead::check {
namespace {

/// What the mode bits of a node leave to this process; only meaningful where all of them are known.
bool mode_allows(const facts::Process& process, const facts::DeviceNode& node) {
  const bool overrides = process.capabilities && holds(process.capabilities->effective, facts::Capability::dac_override);
  if (overrides || !node.mode || !process.uid) return true;
  const std::uint32_t both = 06;
  if (node.uid.is(*process.uid)) return ((*node.mode >> 6) & both) == both;
  const bool member =
      node.gid && (process.gid.is(*node.gid) || (process.groups && std::ranges::count(*process.groups, *node.gid) > 0));
  return ((*node.mode >> (member ? 3U : 0U)) & both) == both;
}

/// Why opening failed, in words, and what helps. Source: security/device_cgroup.c (EPERM), inode_permission (EACCES).
struct Reason {
  std::string words;
  std::string fix;
};

Reason reason_of(const Input& input, const facts::DeviceNode& node) {
  const std::string& symbol = node.opens.has() ? "" : node.opens.missing().detail;
  if (symbol.starts_with("EPERM")) {
    return {
        "the device control group refuses it (EPERM): the container was not given this device, and a mount of /dev/infiniband "
        "does not give it",
        "In the container of the pod, instead of a hostPath volume (docker: --device=/dev/infiniband):\n"
        "resources:\n  limits:\n    RESOURCE: 1"};
  }
  if (symbol.starts_with("EACCES") && !mode_allows(input.machine.process, node)) {
    return {base::format("its mode {:04o} does not let uid {} read and write it (EACCES)", *node.mode & 07777U,
                         *input.machine.process.uid),
            base::format("On the node: chmod 0666 {} (udev: KERNEL==\"uverbs*\", MODE=\"0666\")", base::shell_word(node.path))};
  }
  if (symbol.starts_with("EACCES")) {
    return {input.machine.kernel.selinux_enforcing.is(true) ? "SELinux or another security module refuses it (EACCES)"
                                                            : "a security module refuses it (EACCES)",
            "Look for the denial on the node: ausearch -m avc -ts recent, or dmesg | grep -i denied"};
  }
  if (symbol.starts_with("ENXIO") || symbol.starts_with("ENODEV")) {
    return {base::format("there is no device behind it ({}): the node is stale", symbol),
            "Start the container again: kubectl delete pod NAME, or docker restart NAME"};
  }
  return {symbol.empty() ? "opening it failed" : base::format("opening it failed ({})", symbol), ""};
}

bool failed(const facts::DeviceNode& node) {
  return node.present.is(true) && (node.opens.is(false) || (!node.opens && !node.opens.not_asked()));
}

std::vector<Finding> judged(const Input& input, bool any_opens) {
  std::vector<Finding> findings;
  for (const facts::Device& device : *input.machine.rdma.devices) {
    const Claim whose = claim(input.machine, device);
    if (!failed(device.uverbs_node) || whose == Claim::foreign || (whose == Claim::open && any_opens)) continue;
    const Reason reason = reason_of(input, device.uverbs_node);
    Evidences evidence = {{base::format("{} does not open", device.uverbs_node.path), device.uverbs_node.opens.source()}};
    if (device.uverbs_node.mode)
      evidence.push_back(seen(device.uverbs_node.mode, base::format("mode {:04o}", *device.uverbs_node.mode & 07777U)));
    findings.push_back(violated(Severity::error, device.name, base::format("{}: {}", device.uverbs_node.path, reason.words),
                                evidence, reason.fix));
  }
  return findings;
}

std::vector<Finding> rule(const Input& input) {
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  std::vector<std::string> open;
  const facts::Device* present = nullptr;
  for (const facts::Device& device : *input.machine.rdma.devices) {
    if (device.uverbs_node.opens.is(true)) open.push_back(device.name);
    if (device.uverbs_node.present.is(true)) present = &device;
  }
  std::vector<Finding> findings = judged(input, !open.empty());
  if (!findings.empty()) return findings;
  if (!open.empty())
    return {ok("machine", base::format("device nodes open: {}", listed(open)),
               {{"they open: " + listed(open), "/dev/infiniband"}})};
  if (present == nullptr) return {skipped("machine", kNoNodeHere)};
  if (!present->uverbs_node.opens.has())
    return without(present->uverbs_node.opens, present->name, "whether the uverbs node opens");
  return {skipped("machine", "no device node here is this container's own")};
}

}  // namespace

Check hca_uverbs_denied() {
  return {.title = "The device node of an RDMA device cannot be opened",
          .severity = Severity::error,
          .cause =
              "The device node is there, but this process may not open it: by its mode, by the device control group of the "
              "container, or by a security module. NCCL then says \"Unable to open device\" and goes on without it.",
          .fix =
              "In the container of the pod, instead of a hostPath volume for /dev/infiniband:\nresources:\n  limits:\n    "
              "RESOURCE: 1",
          .rule = rule};
}

}  // namespace railhead::check
