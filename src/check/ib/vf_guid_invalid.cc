#include "finding/finding.h"
#include "finding/function_rules.h"

namespace railhead::check {
namespace {

bool is_invalid(std::uint64_t guid) { return guid == 0 || guid == ~std::uint64_t{0}; }

Finding judged(const facts::Device& device) {
  const bool zero = *device.node_guid == 0;
  return violated(Severity::error, device.name,
                  base::format("its node GUID is {}: the subnet manager cannot bring its port up", zero ? "zero" : "all ones"),
                  {seen(device.node_guid, base::format("node_guid {:016x}", *device.node_guid))});
}

std::vector<Finding> judge(const facts::Device& device) {
  if (!device.node_guid) return {unknown(device.name, "the node GUID is not known", {lacking(device.node_guid, "node GUID")})};
  if (!is_invalid(*device.node_guid)) return {};
  return {judged(device)};
}

std::vector<Finding> rule(const Input& input) {
  return each_own_function(input, judge, "virtual functions with a valid node GUID");
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
