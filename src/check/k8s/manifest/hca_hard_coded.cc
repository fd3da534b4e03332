#include <algorithm>
#include <cctype>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"
#include "finding/declared/memlock.h"
#include "finding/declared/settings.h"
#include "finding/variables.h"
#include "nccl/ib/device_list.h"

namespace railhead::check {
namespace {

/// "mlx5_3" is one device; "mlx5_" is the beginning of all of a family.
bool is_one_device(const nccl::ListEntry& entry) {
  return !entry.name.empty() && std::isdigit(static_cast<unsigned char>(entry.name.back())) != 0 && entry.name != "mlx5" &&
         entry.name != "mlx4";
}

std::string why(bool virtual_function) {
  return virtual_function ? "the device that a pod is given has another name on each node and in each pod"
                          : "a name is right for nodes whose adapters are numbered alike, and for no others";
}

std::optional<Finding> judge(const Input& input, const DeclaredSettings& settings, const Declared& one) {
  const std::vector<facts::Variable> variables = settings.of(one.container);
  const auto variable = std::ranges::find(variables, "NCCL_IB_HCA", &facts::Variable::name);
  if (variable == variables.end() || !wants_rdma(one.container, *input.cluster)) return std::nullopt;
  const nccl::DeviceList list = nccl::parse_device_list(variable->value);
  const std::vector<facts::ResourceRequest> pools = asked(one.container, ResourceClass::pool);
  Evidences evidence = {shown(*variable)};
  if (!std::ranges::any_of(list.entries, is_one_device))
    return ok(one.subject(), "NCCL_IB_HCA names no single device", evidence);
  for (Evidence& each : resource_evidence(pools)) evidence.push_back(std::move(each));
  return violated(pools.empty() ? Severity::info : Severity::warning, one.subject(),
                  base::format("NCCL_IB_HCA={} {}: {}", variable->value,
                               list.exclude ? "leaves out single devices" : "names single devices", why(!pools.empty())),
                  evidence, removal(*variable) + "  # railhead exec -- YOUR-COMMAND finds the devices that the pod was given");
}

std::vector<Finding> rule(const Input& input) {
  if (input.cluster == nullptr) return {};
  const DeclaredSettings settings(*input.cluster);
  return each_declared(input, [&](const Declared& one) { return judge(input, settings, one); });
}

}  // namespace

Check k8s_manifest_hca_hard_coded() {
  return {
      .title = "A manifest names RDMA devices that differ from node to node",
      .severity = Severity::warning,
      .cause =
          "Device plugins choose the device when the pod starts, and the kernel numbers devices in the order in which it finds "
          "them. NCCL passes over names that are not there, and uses TCP where none is.",
      .fix = "railhead exec -- YOUR-COMMAND  # sets NCCL_IB_HCA to the devices that the pod was given",
      .rule = rule};
}

}  // namespace railhead::check
