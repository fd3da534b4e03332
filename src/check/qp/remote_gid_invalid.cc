#include <algorithm>
#include <cerrno>

#include "facts/log/run.h"
#include "finding/log/gids.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

bool is_refused(const facts::LogEvent& event) { return is_call(event, "ibv_modify_qp", EINVAL); }

bool has_zero_remote(const facts::LogEvent& event) {
  const auto remote = ends_of(event).remote;
  return remote && facts::is_zero(*remote);
}

/// A rank of another host whose own GID is empty: it gave that GID to its peers.
const facts::LogEvent* empty_peer(const facts::LogRun& run, const facts::LogEvent& event) {
  const auto found = std::ranges::find_if(run.events, [&](const facts::LogEvent& other) {
    return is_call(other, "ibv_modify_qp", ENODATA) && other.host != event.host;
  });
  return found == run.events.end() ? nullptr : &*found;
}

std::vector<Finding> rule(const Input& input) {
  if (input.log == nullptr) return {};
  const facts::LogEvent* refused = nullptr;
  for (const facts::LogEvent& event : input.log->events)
    if (is_refused(event) && (refused == nullptr || has_zero_remote(event))) refused = &event;
  if (refused == nullptr) {
    if (input.log->lines == 0 || input.log->events_left_out > 0) return {};
    return {ok("log", "no queue pair was refused for its values",
               {{base::counted(input.log->lines, "line") + " of NCCL", input.log->first_line}})};
  }
  const std::string subject = refused->host.empty() ? "log" : refused->host;
  Evidences evidence{{refused->text, refused->source}};
  const facts::LogEvent* peer = empty_peer(*input.log, *refused);
  if (peer != nullptr) {
    evidence.push_back({peer->text, peer->source});
    return {violated(Severity::info, subject,
                     base::format("a queue pair{} was refused (EINVAL), since the GID of its peer{} is empty",
                                  place_of(*refused), peer->host.empty() ? "" : " " + peer->host),
                     std::move(evidence))};
  }
  if (has_zero_remote(*refused))
    return {
        violated(Severity::error, subject,
                 base::format("a queue pair{} was refused (EINVAL): the GID that its peer sent is zero", place_of(*refused)),
                 std::move(evidence))};
  return {
      unknown(subject,
              base::format("a queue pair{} was refused (EINVAL), and the log does not say which of its values: an empty GID "
                           "of the peer, a GID index that is set and wrong, or MTUs that differ",
                           place_of(*refused)),
              std::move(evidence))};
}

}  // namespace

Check qp_remote_gid_invalid() {
  return {.title = "A peer has sent an empty GID",
          .severity = Severity::info,
          .cause =
              "EINVAL from ibv_modify_qp: the peer's GID is no valid one. It took an entry of its GID table that is empty "
              "there, and the fault is on that host, whose own call fails with ENODATA.",
          .fix = "show_gids  # on the peer; then unset NCCL_IB_GID_INDEX there, or give its rail interface an address",
          .rule = rule,
          .stage = Stage::consequence};
}

}  // namespace railhead::check
