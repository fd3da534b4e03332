#include "check/finding.h"
#include "check/subject/scope.h"
#include "fabric/virtual_functions.h"

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

std::vector<Finding> rule(const Input& input) {
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  const VirtualFunctions functions = infiniband_functions(input.machine);
  if (functions.own.empty() && functions.others.empty()) return {};
  if (functions.own.empty()) return {skipped("machine", kNoneOwn)};
  std::vector<Finding> findings;
  std::vector<std::string> fine;
  for (const facts::Device* device : functions.own) {
    for (const facts::Port& port : device->ports) {
      if (has_no_lid(port)) {
        findings.push_back(judged(*device, port));
      } else if (!port.lid && !port.lid.not_asked()) {
        findings.push_back(unknown(device->name, "the LID is not known", {lacking(port.lid, "LID")}));
      } else {
        fine.push_back(device->name);
      }
    }
  }
  if (!fine.empty())
    findings.push_back(ok("machine", base::format("no virtual function waits for a LID: {}", listed(fine)),
                          {seen(input.machine.rdma.devices, listed(fine))}));
  return findings;
}

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
