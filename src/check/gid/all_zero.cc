#include "base/text.h"
#include "fabric/port/gids.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

/// The state is not asked here: a function whose interface stayed on the host is often DOWN for that very reason.
bool is_judged(const PortView& view) { return view.allocated || !view.port->state.has() || is_active(*view.port); }

/// A device without an entry beside one with entries is simply another pod's, or the host's.
Severity weight(const Ports& ports, const PortView& view) {
  if (view.allocated) return Severity::error;
  const Severity loss = weight_of_loss(ports, view);
  return loss == Severity::error ? loss : Severity::info;
}

std::optional<Finding> judge(const Ports& ports, const PortView& view) {
  const facts::Known<facts::GidTable>& table = view.port->gids;
  if (table.not_asked() || !is_judged(view)) return std::nullopt;
  if (!table.has() || table->size == 0)
    return unknown(subject(view), "the GID table is not known", {{"GID table", table.source()}});
  const Gids gids = gids_of(ports.machine, *view.device, *table);
  if (!gids.here.empty())
    return ok(subject(view), base::format("{} of {} GIDs belong to this network namespace", gids.here.size(), table->size),
              shown(gids));
  if (!table->whole) return std::nullopt;
  const std::string whose = view.allocated ? ", though the device was allocated to this container" : "";
  if (table->size == 1)  // what a program took, which takes the best one that there is
    return violated(
        weight(ports, view), subject(view),
        base::format("its first GID is zero: no network interface of this adapter is in this network namespace{}", whose),
        {seen(table, "GID 0 is zero")});
  return violated(
      weight(ports, view), subject(view),
      base::format("none of the {} GIDs can be used: no network interface of this adapter is in this network namespace{}",
                   table->size, whose),
      {seen(table,
            base::format("{} slots, {} zero, {} of others or unreadable", table->size, table->zero, table->entries.size()))});
}

}  // namespace

Check gid_all_zero() {
  return {
      .id = {},
      .title = "A RoCE port has no GID in this network namespace",
      .severity = Severity::error,
      .cause =
          "RoCE takes its GIDs from the addresses of the adapter's network interface. The device is visible, but no interface "
          "of it (a virtual function's, or a macvlan on it) is in this network namespace, so no connection can be addressed.",
      .fix =
          "In the pod, with an SR-IOV, host-device or macvlan network of this adapter:\nmetadata:\n  annotations:\n    "
          "k8s.v1.cni.cncf.io/networks: NETWORK",
      .rule = [](const Input& input) { return each_roce_port(input, judge); }};
}

}  // namespace railhead::check
