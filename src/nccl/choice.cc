#include "nccl/choice.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "fabric/device/claim.h"
#include "fabric/device/untried.h"
#include "fabric/port/gids.h"
#include "nccl/ib/device_list.h"
#include "nccl/user.h"

// Each step takes ports away and says why; the order is that of what a person would name first: somebody else's device, then a
// device of the wrong kind, then a port that does not work, then the choice among those that do.

namespace railhead::nccl {
namespace {

using fabric::PortView;
using facts::Usable;

/// Why a device is none that NCCL's verbs transport can use, whatever the state of its ports: it needs reliable connections
/// that are set up without the RDMA connection manager. Node types: enum rdma_node_type, include/rdma/ib_verbs.h.
std::string wrong_kind(const facts::Device& device) {
  if (device.driver.is("efa"))
    return "Amazon's EFA has no reliable connections of verbs: NCCL reaches it through the plugin aws-ofi-nccl only";
  if (!device.node_type.has() || device.node_type->starts_with("1")) return "";
  if (device.node_type->starts_with("4")) return "is iWARP, which needs the RDMA connection manager: NCCL does not use it";
  return base::format("its node type is '{}', not a channel adapter (1: CA)", *device.node_type);
}

class Chooser {
 public:
  Chooser(const facts::Machine& machine, const facts::Variable* user) : machine_(machine), user_(user) {
    ports_ = fabric::port_views(machine);
    all_ = ports_;
    choice_.visible = machine.rdma.devices.has() && !machine.rdma.devices->empty();
    const facts::Known<std::vector<facts::Device>>& devices = machine.rdma.devices;
    choice_.known = devices.has() || devices.missing().why == facts::Why::not_found;
  }

  Choice choice() {
    keep_own();
    keep_right_kind();
    keep_usable();
    if (user_ != nullptr) {
      keep_named();
    } else {
      keep_one_of_a_card();
      keep_best_addresses();
      keep_one_link_layer();
      keep_fastest();
    }
    finish();
    return std::move(choice_);
  }

 private:
  /// The reason for which a port goes, nothing for one that stays.
  using Reason = std::function<std::optional<LeftOut>(const PortView&)>;

  void take_away(const Reason& reason) {
    std::erase_if(ports_, [&](const PortView& view) {
      std::optional<LeftOut> out = reason(view);
      if (!out) return false;
      out->name = hca_name(view);
      out_.push_back(std::move(*out));
      return true;
    });
  }

  void keep_own() {
    const std::vector<fabric::Given> given = fabric::given_devices(machine_);
    const bool any = std::ranges::any_of(ports_, &PortView::allocated);
    take_away([&](const PortView& view) -> std::optional<LeftOut> {
      if (!any || view.allocated) return std::nullopt;
      std::vector<std::string> variables;
      for (const fabric::Given& one : given)
        if (std::ranges::find(variables, one.variable) == variables.end()) variables.push_back(one.variable);
      return LeftOut{.name = {},
                     .reason = "other devices were allocated to this container, not this one",
                     .evidence = {{base::listed(variables, 4), "environment"}}};
    });
  }

  void keep_right_kind() {
    take_away([](const PortView& view) -> std::optional<LeftOut> {
      std::string reason = wrong_kind(*view.device);
      if (reason.empty()) return std::nullopt;
      return LeftOut{.name = {}, .reason = std::move(reason), .evidence = {seen(view.device->node_type, "node type")}};
    });
  }

  /// Ports that are known to be usable; where there are none, those that nobody tried.
  void keep_usable() {
    const auto is_untried = [&](const PortView& view) {
      return view.usable == Usable::unknown && fabric::is_merely_untried(machine_, *view.device, *view.port);
    };
    const bool any = std::ranges::any_of(ports_, [](const PortView& view) { return view.usable == Usable::yes; });
    untried_ = !any && std::ranges::any_of(ports_, is_untried);
    take_away([&](const PortView& view) -> std::optional<LeftOut> {
      if (view.usable == Usable::yes || (untried_ && is_untried(view))) return std::nullopt;
      const std::string why = facts::port_use(machine_, *view.device, *view.port).reason;
      if (view.usable == Usable::unknown) unsure_ = true;
      const std::string reason = view.usable == Usable::no ? "not usable: " + why : "whether it is usable is not known: " + why;
      return LeftOut{.name = {}, .reason = reason, .evidence = {seen_state(view)}};
    });
  }

  static facts::Evidence seen_state(const PortView& view) {
    const facts::Known<facts::PortState>& state = view.port->state;
    return state.has() ? seen(state, base::format("state {}", facts::name(*state))) : lacking(state, "state");
  }

  void keep_named() {
    const DeviceList list = parse_device_list(user_->value);
    take_away([&](const PortView& view) -> std::optional<LeftOut> {
      if (selects(list, view.device->name, static_cast<int>(view.port->number))) return std::nullopt;
      return LeftOut{.name = {},
                     .reason = base::format("NCCL_IB_HCA={} does not let NCCL use it", user_->value),
                     .evidence = {{"NCCL_IB_HCA=" + user_->value, user_->source}}};
    });
  }

  /// A virtual function whose physical one is taken as well would share one wire with it.
  void keep_one_of_a_card() {
    const std::vector<PortView> all = ports_;
    take_away([&](const PortView& view) -> std::optional<LeftOut> {
      const facts::Known<std::string>& card = view.device->physical_function;
      if (!card.has()) return std::nullopt;
      const auto is_card = [&](const PortView& other) { return other.device->pci_address.is(*card); };
      const auto found = std::ranges::find_if(all, is_card);
      if (found == all.end()) return std::nullopt;
      return LeftOut{.name = {},
                     .reason = base::format("a virtual function of {}, which is taken itself", found->device->name),
                     .evidence = {seen(card, "physical function " + *card)}};
    });
  }

  struct Kind {
    int rank = 0;
    const char* words = "";
  };

  Kind address_kind(const PortView& view) const {
    if (!fabric::is_roce(view) || !view.port->gids.has()) return {5, ""};
    const fabric::Gids gids = fabric::gids_of(machine_, *view.device, *view.port->gids);
    if (!gids.v2_ipv4.empty()) return {4, "a RoCE v2 GID with an IPv4 address"};
    if (!gids.v2_ipv6.empty()) return {3, "a RoCE v2 GID with an IPv6 address that is routable"};
    if (!gids.untyped.empty()) return {2, "GIDs of unknown RoCE version"};
    if (!gids.v2_autoconf.empty()) return {1, "a self-assigned address (169.254.0.0/16) only"};
    return {0, "RoCE v1 or link-local GIDs only"};
  }

  /// Among RoCE ports: one that has only an address that was never configured, where others have a real one.
  void keep_best_addresses() {
    Kind best{-1, ""};
    for (const PortView& view : ports_)
      if (const Kind kind = address_kind(view); fabric::is_roce(view) && kind.rank > best.rank) best = kind;
    take_away([&](const PortView& view) -> std::optional<LeftOut> {
      const Kind kind = address_kind(view);
      if (!fabric::is_roce(view) || kind.rank >= best.rank) return std::nullopt;
      std::vector<facts::Evidence> evidence;
      if (view.port->gids.has()) evidence = shown(fabric::gids_of(machine_, *view.device, *view.port->gids));
      return LeftOut{.name = {},
                     .reason = base::format("it has {}, where other ports have {}", kind.words, best.words),
                     .evidence = std::move(evidence)};
    });
  }

  struct Layer {
    facts::LinkLayer layer = facts::LinkLayer::other;
    std::uint64_t top = 0;  // bits per second
    std::size_t ports = 0;
  };

  Layer layer(facts::LinkLayer wanted) const {
    Layer found{.layer = wanted};
    for (const PortView& view : ports_) {
      if (!view.port->link_layer.is(wanted)) continue;
      found.top = std::max(found.top, view.port->rate.value_or({}).value);
      ++found.ports;
    }
    return found;
  }

  /// The layer with the fastest port; of equals, that with more ports; then InfiniBand.
  void keep_one_link_layer() {
    const Layer infiniband = layer(facts::LinkLayer::infiniband);
    const Layer ethernet = layer(facts::LinkLayer::ethernet);
    const auto key = [](const Layer& one) { return std::pair(one.top, one.ports); };
    const Layer& best = key(ethernet) > key(infiniband) ? ethernet : infiniband;
    if (best.ports == 0) return;
    take_away([&](const PortView& view) -> std::optional<LeftOut> {
      if (view.port->link_layer.is(best.layer)) return std::nullopt;
      const std::string rate = best.top == 0 ? "" : " at " + base::rounded(base::BitsPerSecond{best.top});
      const std::string own = view.port->link_layer.has() ? facts::name(*view.port->link_layer) : "not known";
      return LeftOut{.name = {},
                     .reason = base::format("its link layer is {}; a job keeps to one, and {} has {}{}", own,
                                            facts::name(best.layer), base::counted(best.ports, "port"), rate),
                     .evidence = {seen(view.port->link_layer, "link layer " + own)}};
    });
  }

  void keep_fastest() {
    base::BitsPerSecond top;
    for (const PortView& view : ports_) top = std::max(top, view.port->rate.value_or({}));
    take_away([&](const PortView& view) -> std::optional<LeftOut> {
      const facts::Known<base::BitsPerSecond>& rate = view.port->rate;
      if (!rate.has() || *rate >= top) return std::nullopt;
      return LeftOut{
          .name = {},
          .reason = base::format("it runs at {}, the ports that are taken at {}", base::rounded(*rate), base::rounded(top)),
          .evidence = {seen(rate, base::rounded(*rate))}};
    });
  }

  void finish() {
    // In order of the devices again, whatever step took a port away.
    for (const PortView& view : all_) {
      const auto found = std::ranges::find(out_, hca_name(view), &LeftOut::name);
      if (found != out_.end()) choice_.left_out.push_back(std::move(*found));
    }
    choice_.why = ports_.empty() ? why_none() : why_these();
    // Devices without a port are what a capture of the PCI bus alone shows.
    if (ports_.empty() && (unsure_ || (choice_.visible && all_.empty()))) choice_.known = false;
    choice_.ports = std::move(ports_);
  }

  std::string why_these() const {
    std::vector<std::string> names;
    for (const PortView& view : ports_) names.push_back(hca_name(view));
    const std::string list = base::listed(names);
    if (user_ != nullptr) return base::format("NCCL_IB_HCA={} ({}) leaves {}", user_->value, where_set(*user_), list);
    const facts::Known<base::BitsPerSecond>& rate = ports_.front().port->rate;
    const std::string at = rate.has() ? " at " + base::rounded(*rate) : "";
    const std::string kind = fabric::is_infiniband(ports_.front()) ? "InfiniBand" : "RoCE";
    if (untried_)
      return base::format("{} over {}{}: by what the files say usable; their devices were not opened", kind, list, at);
    return base::format("{} over {}{}: usable and active", kind, list, at);
  }

  std::string why_none() const {
    const facts::Known<std::vector<facts::Device>>& devices = machine_.rdma.devices;
    if (!devices.has() && devices.missing().why != facts::Why::not_found)
      return "the RDMA devices are not known: " + facts::described(devices.missing());
    if (!choice_.visible) return "there is no RDMA device";
    if (choice_.left_out.empty()) return "the RDMA devices show no ports";
    const LeftOut& first = choice_.left_out.front();
    if (choice_.left_out.size() == 1)
      return base::format("the only RDMA port, {}, cannot be taken: {}", first.name, first.reason);
    return base::format("none of {} RDMA ports can be taken ({}: {})", choice_.left_out.size(), first.name, first.reason);
  }

  const facts::Machine& machine_;
  const facts::Variable* user_;
  std::vector<PortView> all_;
  std::vector<PortView> ports_;
  std::vector<LeftOut> out_;
  Choice choice_;
  bool untried_ = false;
  bool unsure_ = false;
};

}  // namespace

std::string hca_name(const PortView& view) { return base::format("{}:{}", view.device->name, view.port->number); }

Choice choose(const facts::Machine& machine) {
  return Chooser(machine, set_by_user(machine.environment, "NCCL_IB_HCA")).choice();
}

Choice choose_unasked(const facts::Machine& machine) { return Chooser(machine, nullptr).choice(); }

}  // namespace railhead::nccl
