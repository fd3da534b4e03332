#include <cerrno>

#include "facts/log/run.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

std::vector<Finding> rule(const Input& input) {
  return search(input, {.what = "queue pair with an empty GID",
                        .is = [](const facts::LogEvent& event) { return is_call(event, "ibv_modify_qp", ENODATA); },
                        .message = [](const facts::LogEvent& event) -> std::string {
                          return "connecting a queue pair" + place_of(event) + " failed: its GID index is empty here";
                        }});
}

}  // namespace

Check qp_gid_empty() {
  return {.title = "The chosen GID index is empty",
          .severity = Severity::error,
          .cause = "ENODATA from ibv_modify_qp: the entry of the GID table at the chosen index is empty on this host.",
          .fix = "unset NCCL_IB_GID_INDEX  # NCCL 2.21 and later choose; else the index that railhead env names",
          .rule = rule,
          .stage = Stage::symptom};
}

}  // namespace railhead::check
