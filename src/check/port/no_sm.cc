#include <algorithm>

#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

Severity weight(const Ports& ports, const PortView& view) {
  if (view.allocated) return Severity::error;
  if (ports.options.mode == Mode::tcp) return Severity::info;
  const bool other =
      std::ranges::any_of(ports.views, [](const PortView& each) { return !each.foreign && is_active(*each.port); });
  return other ? Severity::warning : Severity::error;
}

std::optional<Finding> judge(const Ports& ports, const PortView& view) {
  const facts::Port& port = *view.port;
  const bool initialises = port.state.is(facts::PortState::init) || port.state.is(facts::PortState::armed);
  if (!is_infiniband(view) || (!initialises && !is_active(port))) return std::nullopt;
  const Evidence state = seen(port.state, base::format("state {}", facts::name(*port.state)));
  if (!initialises) return ok(subject(view), "has been activated by a subnet manager", {state});
  if (port.sm_lid.not_asked()) return std::nullopt;
  if (!port.sm_lid.has())
    return unknown(subject(view),
                   base::format("is in {}, and whether a subnet manager is there is not known", facts::name(*port.state)),
                   {state, lacking(port.sm_lid, "subnet manager LID")});
  const Evidence manager = seen(port.sm_lid, base::format("sm_lid {}", *port.sm_lid));
  if (*port.sm_lid != 0)
    return ok(subject(view), base::format("knows a subnet manager at LID {}", *port.sm_lid), {state, manager});
  return violated(weight(ports, view), subject(view),
                  base::format("stays in {}: no subnet manager has configured this InfiniBand port", facts::name(*port.state)),
                  {state, manager});
}

}  // namespace

Check port_no_sm() {
  return {
      .id = {},
      .title = "An InfiniBand port waits for a subnet manager",
      .severity = Severity::error,
      .cause =
          "The link is physically up, but an InfiniBand port becomes ACTIVE only when a subnet manager gives it a LID. None "
          "answers on this subnet: no managed switch, UFM or opensm runs there, or the cable leads to another fabric.",
      .fix =
          "systemctl start opensm  # on one host of the fabric, where no switch runs a subnet manager; then sminfo must answer",
      .rule = [](const Input& input) { return each_port(input, judge); }};
}

}  // namespace railhead::check
