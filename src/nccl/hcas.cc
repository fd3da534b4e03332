#include "nccl/hcas.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "fabric/claim.h"
#include "fabric/gids.h"
#include "nccl/device_list.h"

// A job is as fast as its slowest rail, and NCCL makes connections between all the ports it is told of: one of another link
// layer cannot reach the others' peers, one of a lower rate holds them back. So what is chosen is all alike, and each other
// port has its reason, said in the order in which the questions are asked.
namespace railhead::nccl {
namespace {

using fabric::PortView;
using facts::Usable;

const std::string kNotKnown = "not known to be usable: ";

/// A connection can be addressed from it: InfiniBand, or a GID of this network namespace that other nodes reach.
bool has_address(const facts::Machine& machine, const PortView& view) {
  if (fabric::is_infiniband(view)) return true;
  if (!view.port->gids) return false;
  const fabric::Gids gids = fabric::gids_of(machine, *view.device, *view.port->gids);
  return !gids.v2_ipv4.empty() || !gids.v2_ipv6.empty() || !gids.v2_autoconf.empty();
}

/// Only that nobody looked at its node, or opened it, speaks against it: so it is in a captured tree, whose plan is still
/// wanted.
bool is_unproved(const facts::Machine& machine, const PortView& view) {
  const facts::DeviceNode& node = view.device->uverbs_node;
  const bool not_looked_at = machine.rdma.nodes.not_asked() || (node.present.is(true) && node.opens.not_asked());
  return view.usable == Usable::unknown && not_looked_at && view.port->state && fabric::is_active(*view.port) &&
         has_address(machine, view);
}

class Choice {
 public:
  explicit Choice(const facts::Machine& machine) : machine_(machine), left_(fabric::port_views(machine)) {
    std::ranges::stable_sort(
        left_, [](const PortView& a, const PortView& b) { return base::natural_less(a.device->name, b.device->name); });
  }

  /// Takes out every port that `reason` has an answer for; an empty one keeps it.
  template <class Reason>
  void leave_out(const Reason& reason) {
    std::vector<PortView> kept;
    for (const PortView& view : left_) {
      LeftOut out = reason(view);
      if (out.reason.empty()) {
        kept.push_back(view);
        continue;
      }
      out.name = hca_name(view);
      out_.push_back(std::move(out));
    }
    left_ = std::move(kept);
  }

  const facts::Machine& machine() const { return machine_; }
  const std::vector<PortView>& left() const { return left_; }
  std::vector<LeftOut> left_out() && {
    std::ranges::stable_sort(out_, [](const LeftOut& a, const LeftOut& b) { return base::natural_less(a.name, b.name); });
    return std::move(out_);
  }

 private:
  const facts::Machine& machine_;
  std::vector<PortView> left_;
  std::vector<LeftOut> out_;
};

LeftOut because(std::string reason, std::vector<facts::Evidence> evidence = {}) {
  return {{}, std::move(reason), std::move(evidence)};
}

LeftOut unusable(const facts::Machine& machine, const PortView& view) {
  if (view.usable == Usable::yes || is_unproved(machine, view)) return {};
  const std::string reason = facts::port_use(machine, *view.device, *view.port).reason;
  return because(view.usable == Usable::no ? reason : kNotKnown + reason, {{reason, view.device->uverbs_node.path}});
}

LeftOut foreign(const facts::Machine& machine, const PortView& view) {
  const std::vector<fabric::Given> given = fabric::given_devices(machine);
  if (given.empty() || !fabric::given_by(machine, *view.device).empty()) return {};
  return because("not allocated to this container, others are",
                 {{given.front().device.pci_address, "environment: " + given.front().variable}});
}

/// A card whose slices are used too would share one wire with them.
LeftOut shared_wire(const std::vector<PortView>& all, const PortView& view) {
  if (!view.device->function.is(facts::Function::virtual_function) || !view.device->physical_function) return {};
  for (const PortView& other : all)
    if (other.device->pci_address && *other.device->pci_address == *view.device->physical_function)
      return because(base::format("a virtual function of {}, which is used itself", other.device->name),
                     {seen(view.device->physical_function, "physical function " + *view.device->physical_function)});
  return {};
}

/// The link layer of most; InfiniBand where both have as many.
facts::LinkLayer main_layer(const std::vector<PortView>& views) {
  const auto count = [&views](facts::LinkLayer layer) {
    return std::ranges::count_if(views, [layer](const PortView& view) { return view.port->link_layer.is(layer); });
  };
  return count(facts::LinkLayer::infiniband) >= count(facts::LinkLayer::ethernet) ? facts::LinkLayer::infiniband
                                                                                  : facts::LinkLayer::ethernet;
}

const char* words(facts::LinkLayer layer) { return layer == facts::LinkLayer::infiniband ? "InfiniBand" : "Ethernet"; }

LeftOut other_layer(facts::LinkLayer main, const PortView& view) {
  if (view.port->link_layer.is(main)) return {};
  return because(
      base::format("{}, while the others are {}", words(view.port->link_layer.value_or(facts::LinkLayer::other)), words(main)),
      {seen(view.port->link_layer, "link_layer")});
}

LeftOut slower(base::BitsPerSecond best, const PortView& view) {
  const facts::Known<base::BitsPerSecond>& rate = view.port->rate;
  if (!rate || *rate >= best) return {};
  return because(base::format("runs at {}, the fastest at {}", rounded(*rate), rounded(best)),
                 {seen(rate, "rate " + rounded(*rate))});
}

base::BitsPerSecond best_rate(const std::vector<PortView>& views) {
  base::BitsPerSecond best;
  for (const PortView& view : views) best = std::max(best, view.port->rate.value_or(base::BitsPerSecond{}));
  return best;
}

std::string rest_of(const std::vector<LeftOut>& left_out) {
  return left_out.size() > 1 ? base::format(" (and {}, each with its reason)", base::counted(left_out.size() - 1, "more port"))
                             : "";
}

std::string reason_for_none(const facts::Machine& machine, const Hcas& hcas) {
  const auto& devices = machine.rdma.devices;
  const std::vector<LeftOut>& out = hcas.left_out;
  if (!devices && !hcas.known) return "the RDMA devices are not known: " + described(devices.missing());
  if (!devices || devices->empty()) return "there is no RDMA device";
  if (out.empty()) return "the RDMA devices show no ports";
  if (hcas.known)
    return base::format("no RDMA port is usable here: {}: {}{}", out.front().name, out.front().reason, rest_of(out));
  const auto open = std::ranges::find_if(out, [](const LeftOut& each) { return each.reason.starts_with(kNotKnown); });
  return base::format("whether an RDMA port is usable is not known: {}: {}{}", open->name,
                      open->reason.substr(kNotKnown.size()), rest_of(out));
}

LeftOut not_in_list(const DeviceList& list, const std::string& text, const PortView& view) {
  if (selects(list, view.device->name, static_cast<int>(view.port->number))) return {};
  return because(base::format("NCCL_IB_HCA={}, as it is set, leaves it out", text));
}

/// False where the devices or their ports are not known, or no port is usable as far as is known and one may be.
bool is_known(const facts::Machine& machine, const Hcas& hcas) {
  const auto& devices = machine.rdma.devices;
  if (!devices) return devices.missing().why == facts::Why::not_found;
  if (!devices->empty() && fabric::port_views(machine).empty()) return false;
  return !hcas.detected.empty() ||
         std::ranges::none_of(hcas.left_out, [](const LeftOut& out) { return out.reason.starts_with(kNotKnown); });
}

std::string reason_for(const std::vector<PortView>& chosen) {
  std::vector<std::string> names;
  names.reserve(chosen.size());
  for (const PortView& view : chosen) names.push_back(hca_name(view));
  const bool one = names.size() == 1;
  const facts::Known<base::BitsPerSecond>& rate = chosen.front().port->rate;
  const bool all = std::ranges::all_of(chosen, [](const PortView& view) { return view.usable == Usable::yes; });
  return base::format("{} {} active{}: {}{}", base::listed(std::move(names)), one ? "is" : "are",
                      all ? " and usable" : " (whether the device nodes open was not looked at)",
                      words(*chosen.front().port->link_layer), rate ? ", " + rounded(*rate) : "");
}

}  // namespace

std::string hca_name(const fabric::PortView& view) { return base::format("{}:{}", view.device->name, view.port->number); }

Hcas choose_hcas(const facts::Machine& machine, const std::string& user_list) {
  Choice choice(machine);
  choice.leave_out([&](const PortView& view) { return foreign(machine, view); });
  choice.leave_out([&](const PortView& view) { return unusable(machine, view); });
  choice.leave_out([all = choice.left()](const PortView& view) { return shared_wire(all, view); });
  choice.leave_out([main = main_layer(choice.left())](const PortView& view) { return other_layer(main, view); });
  choice.leave_out([best = best_rate(choice.left())](const PortView& view) { return slower(best, view); });
  Hcas hcas{.detected = choice.left()};
  if (!user_list.empty())
    choice.leave_out(
        [&, list = parse_device_list(user_list)](const PortView& view) { return not_in_list(list, user_list, view); });
  hcas.chosen = choice.left();
  hcas.left_out = std::move(choice).left_out();
  if (!hcas.detected.empty()) hcas.why_detected = reason_for(hcas.detected);
  hcas.known = is_known(machine, hcas);
  hcas.why = hcas.chosen.empty() ? reason_for_none(machine, hcas) : reason_for(hcas.chosen);
  return hcas;
}

}  // namespace railhead::nccl
