#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"
#include "finding/declared/memlock.h"

namespace railhead::check {
namespace {

constexpr const char* kAdd = "securityContext:\n  capabilities:\n    add: [IPC_LOCK]";

/// The limit is raised from within: SYS_RESOURCE that counts, and a command that uses it.
bool raises_limit(const Declared& one) {
  return may_raise_limits(one) && (!memlock_raises(one.container).empty() || launcher_of(one.container) != nullptr);
}

std::optional<Finding> judge(const Input& input, const Declared& one) {
  const facts::DeclaredContainer& container = one.container;
  if (container.init) return std::nullopt;
  const std::vector<facts::ResourceRequest> requests = rdma_asked(container, *input.cluster);
  if (requests.empty()) return std::nullopt;
  Evidences evidence = resource_evidence(requests);
  if (const facts::Placed* capability = added(container, "IPC_LOCK")) {
    evidence.push_back({"adds " + capability->text, capability->source});
    return ok(one.subject(), "asks for RDMA devices and adds IPC_LOCK", evidence);
  }
  if (is_privileged(container) || raises_limit(one))
    return ok(one.subject(), "asks for RDMA devices and may pin memory", evidence);
  if (auto outside = raised_from_outside(one)) {
    evidence.push_back(*std::move(outside));
    return ok(one.subject(), "asks for RDMA devices, and its limit is raised from outside", evidence);
  }
  if (!container.whole) return std::nullopt;
  evidence.push_back({"no IPC_LOCK among its capabilities", container.source});
  Finding finding =
      violated(Severity::warning, one.subject(),
               base::format("asks for {} and nothing lets it pin memory: without IPC_LOCK the memlock limit of the "
                            "node applies, mostly 8 MiB or less",
                            resource_names(requests)),
               evidence, base::format("# in container {}:\n{}", base::one_line(container.name), kAdd));
  if (Evidences user; runs_as_other_user(container, user)) {
    finding.evidence.insert(finding.evidence.end(), user.begin(), user.end());
    finding.fix =
        "railhead memlock explain --uid 1000  # IPC_LOCK has no effect for a user other than root: run as root and add it, or "
        "raise "
        "the limit on the node";
  }
  return finding;
}

std::vector<Finding> rule(const Input& input) {
  return each_declared(input, [&](const Declared& one) { return judge(input, one); });
}

}  // namespace

Check k8s_manifest_missing_ipc_lock() {
  return {
      .title = "A container asks for RDMA devices and may not pin memory",
      .severity = Severity::warning,
      .cause =
          "RDMA registers memory, which pins it. Without the capability IPC_LOCK no more than the memlock limit can be pinned, "
          "and a pod gets that limit from the container runtime of its node: a manifest cannot set it.",
      .fix = kAdd,
      .rule = rule};
}

}  // namespace railhead::check
