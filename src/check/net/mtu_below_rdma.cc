#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "fabric/net/rails.h"
#include "fabric/port/mtu.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

/// The port sends packets of its RDMA MTU whatever the interface says. On an interface on top of the adapter (macvlan) that is
/// the network's business, and worth a note only.
std::optional<Finding> too_big(const Rail& rail) {
  const facts::Known<unsigned>& active = rail.view->port->active_mtu;
  if (!active.has() || !rail.interface->mtu.has()) return std::nullopt;
  const std::uint64_t needed = std::uint64_t{*active} + kRoceHeaders;
  if (needed <= *rail.interface->mtu) return std::nullopt;
  return violated(rail.own ? Severity::warning : Severity::info, rail.interface->name,
                  base::format("MTU {} is less than the {} bytes that RDMA packets of {} need ({} of payload)",
                               *rail.interface->mtu, needed, subject(*rail.view), *active),
                  {seen(rail.interface->mtu, base::format("MTU {}", *rail.interface->mtu)),
                   seen(active, base::format("active MTU {} bytes", *active))});
}

/// Interfaces of one model of adapter at one rate: rails of one network. A front-end card beside them has an MTU of its own.
using Likeness = std::pair<std::string, std::uint64_t>;
using Group = std::map<std::string, const facts::Interface*>;

std::map<Likeness, Group> groups_of(const std::vector<Rail>& rails) {
  std::map<Likeness, Group> groups;
  for (const Rail& rail : rails) {
    if (!rail.interface->mtu.has() || !rail.own) continue;
    const Likeness likeness{rail.view->device->pci_id.value_or(""), rail.view->port->rate.value_or({}).value};
    groups[likeness][rail.interface->name] = rail.interface;
  }
  return groups;
}

Finding compared(const Group& group) {
  std::set<unsigned> sizes;
  std::vector<std::string> shown;
  Evidences evidence;
  for (const auto& [name, interface] : group) {
    sizes.insert(*interface->mtu);
    shown.push_back(base::format("{} {}", name, *interface->mtu));
    evidence.push_back(seen(interface->mtu, base::format("MTU {} of {}", *interface->mtu, name)));
  }
  if (sizes.size() > 1)
    return violated(Severity::warning, "machine", "rails differ in MTU: " + base::joined(shown, ", "), std::move(evidence));
  return ok("machine",
            group.size() == 1 ? base::format("{} has MTU {}", group.begin()->first, *sizes.begin())
                              : base::format("all {} have MTU {}", base::counted(group.size(), "rail"), *sizes.begin()),
            std::move(evidence));
}

std::vector<Finding> find(const Input& input) {
  const Ports ports = ports_of(input);
  const std::vector<Rail> rails = rails_of(ports.machine, ports.views);
  std::vector<Finding> findings;
  for (const Rail& rail : rails)
    if (std::optional<Finding> finding = too_big(rail)) findings.push_back(*std::move(finding));
  for (const auto& [likeness, group] : groups_of(rails)) findings.push_back(compared(group));
  if (std::ranges::any_of(findings, [](const Finding& each) { return each.verdict == Verdict::violated; }))
    std::erase_if(findings, [](const Finding& each) { return each.verdict == Verdict::ok; });
  return findings;
}

}  // namespace

Check net_mtu_below_rdma() {
  return {
      .id = {},
      .title = "The MTU of a rail does not fit its RDMA packets",
      .severity = Severity::warning,
      .cause =
          "A RoCE packet is the RDMA MTU plus up to 96 bytes of headers. Where the interface or a switch allows less, large "
          "messages vanish while small ones pass; where rails differ, each connection falls back to the smaller size.",
      .fix =
          "ip link set INTERFACE mtu 9000  # on every rail, 4192 is the least for 4096-byte packets; at least that on the "
          "switches",
      .rule = find};
}

}  // namespace railhead::check
