#include <algorithm>

#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/search.h"
#include "finding/variables.h"
#include "nccl/ib/device_list.h"

namespace railhead::check {
namespace {

constexpr const char* kName = "NCCL_SOCKET_IFNAME";

/// NCCL takes interfaces that run and have an address of the family asked for, IPv6 loopback aside. Nothing: not known.
std::optional<bool> can_be_used(const facts::Interface& interface, std::string_view family) {
  if (interface.state.is("down")) return false;
  if (!interface.addresses) return std::nullopt;
  return std::ranges::any_of(*interface.addresses, [&](const facts::Address& address) {
    const bool loopback = !address.ipv4 && facts::text(address.value) == "::1";
    return !loopback && (family.empty() || address.ipv4 == (family == "AF_INET"));
  });
}

struct Choice {
  std::vector<std::string> chosen;   // of the list, and usable or not known not to be
  std::vector<std::string> useless;  // of the list, without an address or down
  std::vector<std::string> others;   // usable, and not of the list
};

Choice choice_of(const facts::Machine& machine, const nccl::DeviceList& list) {
  const facts::Variable* wanted = setting(machine, "NCCL_SOCKET_FAMILY");
  const std::string family =
      wanted != nullptr && (wanted->value == "AF_INET" || wanted->value == "AF_INET6") ? wanted->value : "";
  Choice choice;
  for (const facts::Interface& interface : *machine.network.interfaces) {
    const bool usable = can_be_used(interface, family).value_or(true);
    if (nccl::selects(list, interface.name))
      (usable ? choice.chosen : choice.useless).push_back(interface.name);
    else if (usable && interface.name != "lo")
      choice.others.push_back(interface.name);
  }
  return choice;
}

/// The interface of the default route, else the first other one.
std::string better(const facts::Machine& machine, const Choice& choice) {
  if (machine.network.routes)
    for (const facts::Route& route : *machine.network.routes)
      if (route.destination.prefix_length == 0 && std::ranges::find(choice.others, route.interface) != choice.others.end())
        return route.interface;
  return choice.others.empty() ? "" : choice.others.front();
}

Finding violation(const facts::Machine& machine, const facts::Variable& variable, const Choice& choice) {
  const std::string here = choice.others.empty() ? "there is no other" : "here: " + base::listed(choice.others);
  const std::string message =
      choice.useless.empty()
          ? base::format("'{}' names no interface of this network namespace ({}): NCCL cannot start", variable.value, here)
          : base::format("'{}' names {} only, without an address or down ({}): NCCL cannot start", variable.value,
                         base::listed(choice.useless), here);
  const std::string name = better(machine, choice);
  return violated(Severity::error, kName, message, {shown(variable), seen(machine.network.interfaces, here)},
                  name.empty() ? removal(variable) : correction(variable, "=" + name));
}

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = nothing_set(input, kName)) return *std::move(findings);
  const facts::Variable& variable = *setting(input.machine, kName);
  if (variable.value.size() < 2) return {skipped("machine", "NCCL_SOCKET_IFNAME is too short to count")};
  const auto& interfaces = input.machine.network.interfaces;
  if (!interfaces) return without(interfaces, kName, "the list of network interfaces");
  const Choice choice = choice_of(input.machine, nccl::parse_device_list(variable.value, nccl::kMostInterfaces));
  if (choice.chosen.empty()) return {violation(input.machine, variable, choice)};
  return {ok(kName, base::format("chooses {}", base::listed(choice.chosen)),
             {shown(variable), seen(interfaces, base::listed(choice.chosen))})};
}

std::vector<Finding> of_log(const Input& input) {
  return search(input, {.what = "word that no interface was found",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::no_interface; },
                        .message = [](const facts::LogEvent&) -> std::string {
                          return "NCCL found no interface to start over: NCCL_SOCKET_IFNAME matches none";
                        }});
}

std::vector<Finding> rule(const Input& input) { return joined(of_machine(input), of_log(input)); }

}  // namespace

Check nccl_bootstrap_no_interface() {
  return {.title = "NCCL_SOCKET_IFNAME chooses no interface",
          .severity = Severity::error,
          .cause =
              "NCCL starts over TCP, RDMA or not, and takes the interfaces of NCCL_SOCKET_IFNAME and no others. Without one it "
              "fails, in "
              "some releases with nothing but a strange address family. The pod network is the right one for it.",
          .fix = "unset NCCL_SOCKET_IFNAME  # or name the interface of the pod network: NCCL_SOCKET_IFNAME==eth0",
          .rule = rule};
}

}  // namespace railhead::check
