#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "address without an RDMA device for rdma_cm",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::cm_no_device; },
                        .message = [](const facts::LogEvent&) -> std::string {
                          return "rdma_resolve_addr ended in ENODEV (-19): no RDMA device owns the source address in this "
                                 "network namespace";
                        }});
}

}  // namespace

Check rdma_cm_no_device() {
  return {.title = "rdma_cm finds no RDMA device for an address",
          .severity = Severity::error,
          .cause =
              "rdma_cm looks up the interface that leads to the peer, and then the RDMA device under it. In a pod that "
              "interface is "
              "eth0 of the cluster network unless the peer is on a network of the RDMA device, and eth0 has none. Device nodes "
              "of the "
              "host that are visible in the pod do not help: their interfaces are in the host's network namespace.",
          .fix =
              "Attach the network of the RDMA device (k8s.v1.cni.cncf.io/networks: NAME) and use the peer's address on it: "
              "ip route get PEER must name that interface.",
          .rule = rule,
          .stage = Stage::cause};
}

}  // namespace railhead::check
