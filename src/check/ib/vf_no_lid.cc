#include "finding/finding.h"
#include "finding/rdma/function_rules.h"

namespace railhead::check {
namespace {

constexpr unsigned kPermissiveLid = 0xffff;

/// An active virtual port may work without a LID of its own (by GRH alone), so only one that is not active is judged.
bool has_no_lid(const facts::Port& port) {
  const bool active = port.state.is(facts::PortState::active) || port.state.is(facts::PortState::active_defer);
  const bool link = port.physical_state.is("LinkUp");
  return port.state && !active && link && (port.lid.is(0) || port.lid.is(kPermissiveLid));
}

Finding judged(const facts::Device& device, const facts::Port& port) {
  Evidences evidence = {seen(port.lid, base::format("lid {}", *port.lid)), seen(port.physical_state, "phys_state LinkUp"),
                        seen(port.state, base::format("state {}", name(*port.state)))};
  if (port.sm_lid) evidence.push_back(seen(port.sm_lid, base::format("sm_lid {}", *port.sm_lid)));
  return violated(
      Severity::error, base::format("{}/{}", device.name, port.number),
      base::format("has no LID (port {}) while the physical link is up: the subnet manager has not activated this virtual port",
                   name(*port.state)),
      evidence);
}

std::vector<Finding> judge(const facts::Device& device) {
  std::vector<Finding> findings;
  for (const facts::Port& port : device.ports) {
    if (has_no_lid(port)) {
      findings.push_back(judged(device, port));
    } else if (!port.lid && !port.lid.not_asked()) {
      findings.push_back(unknown(device.name, "the LID is not known", {lacking(port.lid, "LID")}));
    }
  }
  return findings;
}

std::vector<Finding> rule(const Input& input) { return each_own_function(input, judge, "no virtual function waits for a LID"); }

}  // namespace

Check ib_vf_no_lid() {
  return {.title = "An InfiniBand virtual function has no LID",
          .severity = Severity::error,
          .cause =
              "The subnet manager gives a virtual port its LID only when it supports virtualization, the function has a unique "
              "valid GUID, and the host has not switched its link off.",
          .fix =
              "On the host: ip link set PF vf N state auto; on the subnet manager: virt_enabled 2 in opensm.conf (vendor's "
              "opensm), or UFM",
          .rule = rule};
}

}  // namespace railhead::check
