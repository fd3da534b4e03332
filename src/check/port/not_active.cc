#include <algorithm>
#include <utility>

#include "base/text.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

bool initialises(const facts::Port& port) {
  return port.state.is(facts::PortState::init) || port.state.is(facts::PortState::armed);
}

bool waits_for_any_manager(const PortView& view) {
  return is_infiniband(view) && initialises(*view.port) && view.port->sm_lid.is(0);
}

/// A port that is down beside active ones is the usual state of a card with a free socket; one that was handed to this
/// container is not, and neither is a machine where none is left.
Severity weight(const Ports& ports, const PortView& view) {
  if (view.allocated) return Severity::error;
  const bool other =
      std::ranges::any_of(ports.views, [](const PortView& each) { return !each.foreign && is_active(*each.port); });
  if (other) return initialises(*view.port) ? Severity::warning : Severity::info;
  return Severity::error;
}

std::string fix_of_roce(const PortView& view) {
  const facts::Known<std::vector<std::string>>& netdevs = view.device->netdevs;
  if (netdevs.has() && netdevs->empty())
    return "In the pod, since the network interface of the device is not in this network namespace:\n"
           "metadata:\n  annotations:\n    k8s.v1.cni.cncf.io/networks: NETWORK";
  if (netdevs.has() && view.port->physical_state.is("Disabled"))
    return base::format("ip link set {} up", base::shell_word(netdevs->front()));
  return "";
}

/// The place to look depends on how far the link came up.
std::string fix_of(const PortView& view) {
  if (is_roce(view)) return fix_of_roce(view);
  if (is_infiniband(view) && view.port->physical_state.is("LinkUp"))
    return "The physical link is up, so the subnet manager has not activated this port. Look at its log; for a virtual "
           "function check that its node and port GUIDs are set and that the manager supports virtual ports (opensm: "
           "virt_enabled 2).";
  return "";
}

std::string state_of(const facts::Port& port) {
  const std::string physical = port.physical_state.has() ? base::format(" (physical state {})", *port.physical_state) : "";
  return facts::name(*port.state) + physical;
}

std::optional<Finding> judge(const Ports& ports, const PortView& view) {
  const facts::Port& port = *view.port;
  if (port.state.not_asked()) return std::nullopt;
  if (!port.state.has()) return unknown(subject(view), "the port's state is not known", {lacking(port.state, "state")});
  Evidences evidence = {seen(port.state, base::format("state {}", facts::name(*port.state)))};
  if (is_active(port)) return ok(subject(view), "is ACTIVE", std::move(evidence));
  if (waits_for_any_manager(view)) return skipped(subject(view), "waits for a subnet manager: port.no-sm says so");
  if (port.physical_state.has()) evidence.push_back(seen(port.physical_state, "physical state " + *port.physical_state));
  const std::string whose = view.allocated ? ", and it was allocated to this container" : "";
  return violated(weight(ports, view), subject(view), "is " + state_of(port) + whose, std::move(evidence), fix_of(view));
}

}  // namespace

Check port_not_active() {
  return {.id = {},
          .title = "An RDMA port is not active",
          .severity = Severity::error,
          .cause =
              "Only an ACTIVE port carries traffic. A port is DOWN without a cable or a peer, with its network interface "
              "switched off, or, for a virtual function, while its link state is disabled on the host.",
          .fix =
              "mlxlink -d PCI-ADDRESS  # why the link does not come up: cable, transceiver, switch port; or leave the port "
              "out: export NCCL_IB_HCA=^=DEVICE:PORT",
          .rule = [](const Input& input) { return each_port(input, judge); }};
}

}  // namespace railhead::check
