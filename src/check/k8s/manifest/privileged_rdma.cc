#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Input& input, const Declared& one) {
  const std::vector<facts::ResourceRequest> requests = rdma_asked(one.container, *input.cluster);
  if (one.container.init || requests.empty()) return std::nullopt;
  Evidences evidence = resource_evidence(requests);
  if (!is_privileged(one.container))
    return ok(one.subject(), "asks for RDMA devices and is not privileged: it sees those that it gets", evidence);
  evidence.push_back(seen(one.container.security.privileged, "privileged: true"));
  return violated(Severity::warning, one.subject(),
                  "is privileged and asks for RDMA devices: it sees every RDMA device of the node, so that the first one is "
                  "probably not its own",
                  evidence,
                  base::format("# in container {}, in place of privileged: true\nsecurityContext:\n  privileged: false\n  "
                               "capabilities:\n    add: [IPC_LOCK]",
                               base::one_line(one.container.name)));
}

std::vector<Finding> rule(const Input& input) {
  return each_declared(input, [&](const Declared& one) { return judge(input, one); });
}

}  // namespace

Check k8s_manifest_privileged_rdma() {
  return {.title = "A privileged container sees the RDMA devices of the whole node",
          .severity = Severity::warning,
          .cause =
              "A privileged container gets all device nodes of the node beside those that the device plugin allocated. Software "
              "that takes the first device, or all of them, takes those of other pods or of the node, which have no address here.",
          .fix = "securityContext:\n  privileged: false\n  capabilities:\n    add: [IPC_LOCK]",
          .rule = rule};
}

}  // namespace railhead::check
