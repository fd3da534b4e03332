#include "base/text.h"
#include "fabric/port/gids.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

/// The adapter's interfaces in this network namespace; a folder of them that is not there is one without any.
std::optional<std::vector<std::string>> own_interfaces(const facts::Known<std::vector<std::string>>& netdevs) {
  if (netdevs.has()) return *netdevs;
  if (netdevs.missing().why == facts::Why::not_found) return std::vector<std::string>{};
  return std::nullopt;
}

std::optional<Finding> judge(const Ports& ports, const PortView& view) {
  const facts::Known<std::vector<std::string>>& netdevs = view.device->netdevs;
  if (!view.allocated || netdevs.not_asked() || !is_roce(view)) return std::nullopt;
  const std::optional<std::vector<std::string>> own = own_interfaces(netdevs);
  if (!own)
    return unknown(subject(view), "the device's network interface is not known", {lacking(netdevs, "network interface")});
  const facts::Known<facts::GidTable>& table = view.port->gids;
  const bool above = table.has() && !gids_of(ports.machine, *view.device, *table).here.empty();
  if (!own->empty() || above) {
    const std::string name = own->empty() ? "one on top of the adapter" : base::joined(*own, ", ");
    return ok(subject(view), "its network interface is here: " + name, {seen(netdevs, "network interface: " + name)});
  }
  if (table.has()) return skipped(subject(view), "no interface, and so no GID: gid.all-zero says so");
  return violated(Severity::error, subject(view),
                  "is allocated to this container, but its network interface is not in this network namespace",
                  {seen(netdevs, "no network interface"), lacking(table, "GID table")});
}

}  // namespace

Check net_netdev_missing() {
  return {.id = {},
          .title = "An allocated RoCE device came without its network interface",
          .severity = Severity::error,
          .cause =
              "RoCE needs the adapter's network interface in the same network namespace: it carries the addresses. The "
              "resource was requested, but no network attachment moved the interface into the pod.",
          .fix =
              "In the pod, with the network that uses this resource:\nmetadata:\n  annotations:\n    "
              "k8s.v1.cni.cncf.io/networks: NETWORK",
          .rule = [](const Input& input) { return each_port(input, judge); }};
}

}  // namespace railhead::check
