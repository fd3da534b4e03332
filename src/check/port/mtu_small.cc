#include <utility>

#include "base/text.h"
#include "fabric/port/mtu.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

/// 2048 bytes reach nearly the full rate, below that the headers and the packet rate begin to cost. 1024 is what the everyday
/// Ethernet MTU of 1500 gives, and nobody's mistake.
Severity weight(const PortView& view, unsigned mtu) {
  const unsigned usual = is_roce(view) ? 1024 : 2048;
  return mtu < usual ? Severity::warning : Severity::info;
}

std::string fix_of(const PortView& view, const std::optional<RdmaMtu>& mtu) {
  if (!is_roce(view)) return "";
  const std::string interface = mtu && !mtu->interface.empty() ? mtu->interface : "INTERFACE";
  return base::format(
      "ip link set {} mtu 9000  # 4192 is enough; on every node and on the switches between; in Kubernetes: mtu in the network "
      "attachment",
      base::shell_word(interface));
}

std::optional<Finding> judge(const Ports& ports, const PortView& view) {
  if (!is_active(*view.port) || view.usable == facts::Usable::no || (!is_roce(view) && !is_infiniband(view)))
    return std::nullopt;
  const std::optional<RdmaMtu> mtu = rdma_mtu(ports.machine, view);
  const facts::Known<unsigned>& active = view.port->active_mtu;
  if (!mtu && active.not_asked()) return std::nullopt;
  if (!mtu) return unknown(subject(view), "the port's RDMA MTU is not known", {lacking(active, "active MTU")});
  const unsigned most = view.port->max_mtu.value_or(4096);
  if (mtu->bytes >= most || mtu->bytes >= 4096)
    return ok(subject(view), base::format("has an RDMA MTU of {} bytes", mtu->bytes), {mtu->evidence});
  return violated(weight(view, mtu->bytes), subject(view),
                  base::format("has an RDMA MTU of {} bytes, {} are possible", mtu->bytes, most), {mtu->evidence},
                  fix_of(view, mtu));
}

}  // namespace

Check port_mtu_small() {
  return {.id = {},
          .title = "The RDMA MTU of a port is small",
          .severity = Severity::info,
          .cause =
              "RDMA packets carry 256 to 4096 bytes. On RoCE the kernel derives the size from the interface's MTU (1500 gives "
              "1024, 4192 and more give 4096); on InfiniBand the subnet manager sets it. Small packets cost message rate and a "
              "few percent of bandwidth.",
          .fix =
              "smpquery portinfo LID PORT  # MtuCap and NeighborMTU of both ends: the smaller one, or the subnet manager, is "
              "the limit",
          .rule = [](const Input& input) { return each_port(input, judge); }};
}

}  // namespace railhead::check
