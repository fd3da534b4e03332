#include "facts/cluster/cluster.h"
#include "facts/log/run.h"
#include "finding/cluster/events.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> in_events(const Input& input) {
  return search_events(
      input, {.word = facts::ClusterWord::netns_mode,
              .what = "word of a wrong namespace mode",
              .subject = network_subject,
              .message = [](const facts::ClusterEvent& event) { return event.plugin + " needs mode " + event.reason; },
              .fix = [](const facts::ClusterEvent&) -> std::string {
                return "rdma system set netns exclusive  # on the node, before pods start; in /etc/modprobe.d: "
                       "options ib_core netns_mode=0";
              }});
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings =
      search(input, {.what = "word of a wrong namespace mode",
                     .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::netns_mode; },
                     .message = [](const facts::LogEvent&) -> std::string {
                       return "the device plugin needs the RDMA subsystem in mode shared, the node is exclusive";
                     }});
  return joined(std::move(findings), in_events(input));
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
