#include "check/finding.h"
#include "check/subject/scope.h"
#include "fabric/virtual_functions.h"

namespace railhead::check {
namespace {

bool is_invalid(std::uint64_t guid) { return guid == 0 || guid == ~std::uint64_t{0}; }

Finding judged(const facts::Device& device) {
  const bool zero = *device.node_guid == 0;
  return violated(Severity::error, device.name,
                  base::format("its node GUID is {}: the subnet manager cannot bring its port up", zero ? "zero" : "all ones"),
                  {seen(device.node_guid, base::format("node_guid {:016x}", *device.node_guid))});
}

std::vector<Finding> rule(const Input& input) {
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  const VirtualFunctions functions = infiniband_functions(input.machine);
  if (functions.own.empty() && functions.others.empty()) return {};
  if (functions.own.empty()) return {skipped("machine", kNoneOwn)};
  std::vector<Finding> findings;
  std::vector<std::string> valid;
  for (const facts::Device* device : functions.own) {
    if (!device->node_guid) {
      findings.push_back(unknown(device->name, "the node GUID is not known", {lacking(device->node_guid, "node GUID")}));
    } else if (is_invalid(*device->node_guid)) {
      findings.push_back(judged(*device));
    } else {
      valid.push_back(device->name);
    }
  }
  if (!valid.empty())
    findings.push_back(ok("machine", base::format("virtual functions with a valid node GUID: {}", listed(valid)),
                          {seen(input.machine.rdma.devices, listed(valid))}));
  return findings;
}

}  // namespace

Check ib_vf_guid_invalid() {
  return {.title = "An InfiniBand virtual function has no valid GUID",
          .severity = Severity::error,
          .cause =
              "A virtual function has no GUID until its host sets one, and the subnet manager gives no LID to a port without. "
              "The host-device CNI passes a function on as it is.",
          .fix =
              "On the host, then bind the driver of the function again (in Kubernetes a SriovIBNetwork, whose ib-sriov CNI "
              "does it):\nip link set PF vf N node_guid GUID port_guid GUID",
          .rule = rule};
}

}  // namespace railhead::check
