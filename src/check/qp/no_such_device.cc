#include <cerrno>

#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input,
                {.what = "queue pair whose GID has no interface here",
                 .is =
                     [](const facts::LogEvent& event) {
                       return event.fault == facts::LogFault::verbs_call && event.call.error == ENODEV &&
                              (event.call.name.starts_with("ibv_modify_qp") || event.call.name.starts_with("ibv_create_ah"));
                     },
                 .message = [](const facts::LogEvent& event) -> std::string {
                   return "connecting a queue pair" + place_of(event) +
                          " failed: the GID belongs to no interface in this network namespace";
                 }});
}

}  // namespace

Check qp_no_such_device() {
  return {.title = "A GID belongs to no interface of this network namespace",
          .severity = Severity::error,
          .cause =
              "ENODEV from ibv_modify_qp in a container: the GID that was chosen belongs to an interface of another network "
              "namespace. The device is visible and not this pod's, or the GID index is one of the host's.",
          .fix =
              "railhead doctor --only gid,hca  # in the pod: which devices and GIDs are its own; then NCCL_IB_HCA==THESE, "
              "and no NCCL_IB_GID_INDEX",
          .rule = rule,
          .stage = Stage::symptom};
}

}  // namespace railhead::check
