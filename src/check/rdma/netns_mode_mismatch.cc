#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "word of a wrong namespace mode",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::netns_mode; },
                        .message = [](const facts::LogEvent&) -> std::string {
                          return "the device plugin refuses the network namespace mode of the RDMA subsystem";
                        }});
}

}  // namespace

Check rdma_netns_mode_mismatch() {
  return {.title = "The RDMA subsystem is in the wrong network namespace mode",
          .severity = Severity::error,
          .cause =
              "A shared device plugin needs the mode in which all namespaces see the devices, and SR-IOV with the RDMA CNI "
              "plugin the exclusive one. The mode is the node's and cannot change while namespaces use it.",
          .fix =
              "rdma system set netns shared  # on the node, before pods start; in /etc/modprobe.d: options ib_core "
              "netns_mode=1",
          .rule = rule,
          .stage = Stage::cause};
}

}  // namespace railhead::check
