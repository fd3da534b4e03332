#include <algorithm>
#include <cerrno>

#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/gids.h"
#include "finding/log/search.h"
#include "finding/rdma/gid_rules.h"
#include "finding/rdma/ports.h"
#include "finding/variables.h"
#include "nccl/number.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Ports& ports, const PortView& view, const Gids& gids) {
  if (gids.here.empty()) return std::nullopt;
  if (!gids.v2_ipv4.empty() || !gids.v2_ipv6.empty()) return ok(subject(view), "has a routable RoCE v2 GID", shown(gids));
  if (gids.v2_link_local.empty() || !gids.v2_autoconf.empty() || !view.port->gids->whole) return std::nullopt;
  if (!gids.untyped.empty())
    return unknown(subject(view), base::format("the RoCE version of GID {} is not known", listed(gids.untyped)), shown(gids));
  return violated(
      weight_of_loss(ports, view), subject(view),
      base::format("has only link-local RoCE v2 GIDs (index {}): its interface has no address that other nodes can reach",
                   listed(gids.v2_link_local)),
      shown(gids));
}

/// A connection with a link-local GID at one of its ends that failed, or that a program says it would make. NCCL names GIDs of
/// RoCE ports alone (net_ib.cc), and on InfiniBand these calls do not fail so.
bool is_link_local_end(const facts::LogEvent& event) {
  if (event.fault == facts::LogFault::gid_link_local) return true;
  const bool foreign = event.fault == facts::LogFault::verbs_call && event.call.error == ENODEV;
  if (!foreign && !is_unreached(event) && !is_completion(event, 12)) return false;
  const Ends ends = ends_of(event);
  return (ends.local && facts::is_link_local(*ends.local)) || (ends.remote && facts::is_link_local(*ends.remote));
}

std::string words_of(const facts::LogEvent& event) {
  const Ends ends = ends_of(event);
  const bool own = ends.local && facts::is_link_local(*ends.local);
  const std::string device = ends.device.empty() ? "" : " of " + ends.device;
  const std::string index = event.call.gid_index ? base::format(" at index {}", *event.call.gid_index) : "";
  return base::format("the {}GID{}{} is link-local ({}): no router forwards it", own ? "" : "peer's ", own ? index : "", device,
                      facts::text(own ? *ends.local : ends.remote.value_or(facts::Gid{})));
}

std::vector<Finding> of_log(const Input& input) {
  // A device that belongs to another network namespace is refused whatever its GID is.
  const Severity severity = any_unreached(input) ? Severity::error : Severity::warning;
  return search(input, {.severity = severity,
                        .what = "connection from or to a link-local GID",
                        .is = is_link_local_end,
                        .message = words_of,
                        .fix = "unset NCCL_IB_GID_INDEX UCX_IB_GID_INDEX MC_GID_INDEX  # or the index of a RoCE v2 GID with an "
                               "IPv4 address, as show_gids lists it"});
}

bool holds(const std::vector<unsigned>& indexes, std::int64_t index) {
  return std::ranges::any_of(indexes, [index](unsigned each) { return each == index; });
}

/// The index that is set is link-local in a table that was pasted beside a log of failed connections. That an index is wrong by
/// itself is for env.gid-index-static, where the port is known.
std::vector<Finding> of_index(const Input& input) {
  const facts::Variable* variable = setting(input.machine, "NCCL_IB_GID_INDEX");
  if (variable == nullptr || !any_unreached(input)) return {};
  const std::optional<std::int64_t> index = nccl::parse_number(variable->value).value;
  std::vector<Finding> findings;
  for (const PortView& view : port_views(input.machine)) {
    if (!index || !is_roce(view) || is_active(*view.port) || !view.port->gids) continue;
    const Gids gids = gids_of(input.machine, *view.device, *view.port->gids);
    if (!holds(gids.v2_link_local, *index)) continue;
    Evidences evidence = shown(gids, 8);
    evidence.insert(evidence.begin(), shown(*variable));
    findings.push_back(
        violated(Severity::error, subject(view),
                 base::format("NCCL_IB_GID_INDEX={} is a link-local GID: no router forwards it", *index), std::move(evidence),
                 gids.v2_ipv4.empty() ? removal(*variable) : correction(*variable, base::format("{}", gids.v2_ipv4.front()))));
  }
  return findings;
}

std::vector<Finding> rule(const Input& input) {
  return joined(each_gid_table(input, judge), joined(of_index(input), of_log(input)));
}

}  // namespace

Check gid_link_local() {
  return {.id = {},
          .title = "A RoCE port has link-local GIDs only",
          .severity = Severity::error,
          .cause =
              "Every RoCE port has a GID made from its MAC address (fe80::...), which is valid on one cable or switch domain "
              "only. The routable GID appears when the port's network interface gets an IP address, and none was given.",
          .fix =
              "ip addr add ADDRESS/PREFIX dev INTERFACE  # in Kubernetes: an ipam section in the network attachment; or leave "
              "the port out: export NCCL_IB_HCA=^=DEVICE:PORT",
          .rule = rule};
}

}  // namespace railhead::check
