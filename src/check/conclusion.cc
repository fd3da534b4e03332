#include "check/conclusion.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "facts/rdma/usable.h"
#include "finding/rdma/hca_list.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

using facts::LinkLayer;
using facts::PortUse;
using facts::Usable;

void add_once(std::vector<std::string>& list, const std::string& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

std::vector<std::string> blockers_of(const std::vector<Result>& results) {
  std::vector<std::string> blockers;
  for (const Result& result : results)
    if (result.finding.verdict == Verdict::violated && result.finding.severity == Severity::error)
      add_once(blockers, result.check->id);
  return blockers;
}

/// The link layer of most usable ports: a job binds to one kind.
Transport transport_of(const std::vector<PortUse>& usable) {
  const auto on = [&usable](LinkLayer layer) {
    return std::count_if(usable.begin(), usable.end(), [layer](const PortUse& use) { return use.link_layer == layer; });
  };
  return on(LinkLayer::infiniband) >= on(LinkLayer::ethernet) && on(LinkLayer::infiniband) > 0 ? Transport::infiniband
                                                                                               : Transport::roce;
}

const char* fabric(Transport transport) { return transport == Transport::infiniband ? "InfiniBand" : "RoCE"; }

std::vector<PortUse> only(const std::vector<PortUse>& uses, Usable usable) {
  std::vector<PortUse> found;
  std::copy_if(uses.begin(), uses.end(), std::back_inserter(found),
               [usable](const PortUse& use) { return use.usable == usable; });
  return found;
}

Conclusion over_tcp(const std::string& why) {
  return {.transport = Transport::tcp, .rdma = false, .message = "A job started here would use TCP: " + why + "."};
}

Conclusion not_known(const std::string& why, const std::vector<std::string>& blockers = {}) {
  const std::string in_the_way = blockers.empty() ? "" : "; in the way of RDMA: " + base::joined(blockers, ", ");
  return {.transport = Transport::unknown,
          .rdma = std::nullopt,
          .message = "Which transport a job started here would use is not known: " + why + in_the_way + "."};
}

Conclusion over_rdma(const std::vector<PortUse>& usable, const std::vector<std::string>& blockers) {
  Conclusion conclusion{.transport = transport_of(usable), .rdma = blockers.empty()};
  for (const PortUse& use : usable) add_once(conclusion.usable_devices, use.device);
  const std::string devices = base::joined(conclusion.usable_devices, ", ");
  const std::string what = std::string(fabric(conclusion.transport)) + " on " + devices;
  if (blockers.empty())
    conclusion.message = "A job started here would use " + what + ".";
  else
    conclusion.message = "A job started here would try " + what + "; in its way: " + base::joined(blockers, ", ") + ".";
  return conclusion;
}

Conclusion by_ports(const std::vector<PortUse>& uses, const std::vector<std::string>& blockers) {
  const std::vector<PortUse> usable = only(uses, Usable::yes);
  if (!usable.empty()) return over_rdma(usable, blockers);
  const std::vector<PortUse> open = only(uses, Usable::unknown);
  if (!open.empty()) return not_known(open.front().device + ": " + open.front().reason, blockers);
  const std::string count = base::counted(uses.size(), "RDMA port");
  return over_tcp(count + " visible, none usable here (" + uses.front().device + ": " + uses.front().reason + ")");
}

/// Which variable makes NCCL use TCP beside RDMA devices; empty when none does.
std::string set_to_tcp(const Input& input) {
  if (const facts::Variable* off = turned_off_by(input.machine))
    return base::format("{}={} turns RDMA off ({})", off->name, off->value, off->source);
  const auto hcas = hca_list(input);
  if (!hcas || hcas->usable.empty() || !hcas->selected().empty()) return "";
  return base::format("NCCL_IB_HCA={} leaves no usable RDMA device ({})", hcas->variable->value, hcas->variable->source);
}

Conclusion judged(const Input& input, const std::vector<std::string>& blockers) {
  if (input.options.mode == Mode::tcp) return over_tcp("TCP was asked for");
  const auto& devices = input.machine.rdma.devices;
  if (devices.not_asked()) return not_known("no RDMA devices are recorded, nor that there are none (" + devices.source() + ")");
  if (!devices && devices.missing().why != facts::Why::not_found)
    return not_known("the RDMA devices: " + facts::described(devices.missing()) + " (" + devices.source() + ")");
  if (!devices || devices->empty()) return over_tcp("there is no RDMA device");
  if (const std::string why = set_to_tcp(input); !why.empty()) return over_tcp(why);
  const std::vector<PortUse> uses = facts::port_uses(input.machine);
  if (uses.empty()) return not_known("the RDMA devices show no ports");
  return by_ports(uses, blockers);
}

}  // namespace

const char* name(Transport transport) {
  switch (transport) {
    case Transport::infiniband: return "ib";
    case Transport::roce: return "roce";
    case Transport::tcp: return "tcp";
    case Transport::unknown: return "unknown";
  }
  return "unknown";
}

Conclusion conclude(const Input& input, const std::vector<Result>& results) {
  std::vector<std::string> blockers = blockers_of(results);
  Conclusion conclusion = judged(input, blockers);
  conclusion.blockers = std::move(blockers);
  return conclusion;
}

}  // namespace railhead::check
