#include <array>

#include "base/text.h"
#include "text/cluster/families.h"
#include "text/cluster/phrase.h"

// What CNI plugins for devices refuse. sriov-cni: pkg/config/config.go, pkg/sriov/sriov.go; ib-sriov-cni: the same files and
// cmd/ib-sriov-cni/main.go; rdma-cni: cmd/rdma/main.go; macvlan and host-device of containernetworking/plugins.
namespace railhead::text::cluster {
namespace {

using facts::ClusterEvent;
using facts::ClusterWord;

constexpr std::size_t kPciAddress = 12;  // "0000:41:00.0"

std::string plugin_of(std::string_view line) {
  if (holds(line, "infiniBand") || holds(line, "infiniband SRIOV")) return "ib-sriov-cni";
  if (holds(line, "SRIOV-CNI")) return "sriov-cni";
  return {};
}

bool is_pci_address(std::string_view text) {
  if (text.size() != kPciAddress || text[4] != ':' || text[7] != ':' || text[10] != '.') return false;
  for (const std::string_view part : {text.substr(0, 4), text.substr(5, 2), text.substr(8, 2), text.substr(11)})
    if (!base::unsigned_number(part, 16) || part.find_first_of("xX") != std::string_view::npos) return false;
  return true;
}

/// Multus passes a device only where network and pod agree on a resource. host-device then finds nothing that names one.
void read_no_device(std::string_view line, Events& events) {
  if (holds(line, "VF pci addr is required") || holds(line, "VF pci addr OR Master name is required")) {
    events.push_back({.word = ClusterWord::no_vf, .plugin = plugin_of(line)});
  } else if (const auto rest = after(line, "specify either \"device\", \"hwaddr\"")) {
    if (holds(*rest, "\"pciBusID\"")) events.push_back({.word = ClusterWord::no_vf, .plugin = "host-device"});
  }
}

/// The plugin looks for the physical function above the device that it was given.
void read_no_physfn(std::string_view line, Events& events) {
  if (!holds(line, "VF information") && !holds(line, "LoadConf")) return;
  const auto path = after(line, "/sys/bus/pci/devices/");
  if (!path || !is_pci_address(path->substr(0, kPciAddress))) return;
  const std::string_view rest = path->substr(kPciAddress);
  if (!rest.starts_with("/physfn") || !holds(rest, "no such file or directory")) return;
  events.push_back({.word = ClusterWord::pf_for_vf, .plugin = plugin_of(line), .pci = kept(path->substr(0, kPciAddress))});
}

/// What errno says at the end of a message, which more may follow.
std::string reason_in(std::string_view text) {
  constexpr std::array<std::string_view, 7> kReasons = {
      "operation not permitted", "operation not supported",      "invalid argument", "permission denied", "no such device",
      "device or resource busy", "numerical result out of range"};
  for (const std::string_view reason : kReasons)
    if (holds(text, reason)) return std::string(reason);
  return {};
}

/// "failed to set vf 5 vlan: REASON", with VLAN, QoS and protocol since 2.9 of sriov-cni.
void read_vlan(std::string_view line, Events& events) {
  const auto rest = after(line, "ailed to set vf ");
  const auto number = rest ? number_at(*rest) : std::nullopt;
  if (!number) return;
  const std::string_view tail = rest->substr(std::min(rest->find(' '), rest->size()));
  if (!tail.starts_with(" vlan")) return;
  ClusterEvent event{.word = ClusterWord::vf_vlan, .plugin = plugin_of(line), .vf = number, .reason = reason_in(tail)};
  if (const auto id = after(tail.substr(0, 64), " id ")) event.resource = kept(name_at(*id));
  events.push_back(std::move(event));
}

void read_guid(std::string_view line, Events& events) {
  ClusterEvent event{.word = ClusterWord::vf_guid, .plugin = "ib-sriov-cni"};
  if (const std::size_t at = line.find(" GUID is not valid"); at != std::string_view::npos) {
    const std::size_t start = line.rfind("VF ", at);
    if (start == std::string_view::npos || at < start + 3) return;
    event.netdev = kept(name_at(line.substr(start + 3, at - start - 3)));
    event.reason = "its GUID is zero or all ones";
  } else if (holds(line, "GUID must be provided by ib-kubernetes")) {
    event.reason = "ib-kubernetes has given it no GUID";
  } else if (holds(line, "please check mellanox ib-kubernetes")) {
    event.reason = "ib-kubernetes has not configured the pod's InfiniBand networks";
  } else {
    return;
  }
  events.push_back(std::move(event));
}

void read_macvlan(std::string_view line, Events& events) {
  const auto rest = after(line, "failed to create macvlan");
  if (rest && holds(rest->substr(0, 64), "invalid argument"))
    events.push_back({.word = ClusterWord::macvlan_refused, .plugin = "macvlan", .reason = "invalid argument"});
}

void read_netns_mode(std::string_view line, Events& events) {
  const auto is = after(line, "RDMA subsystem namespace awareness mode is set to ");
  const auto wanted = is ? after(*is, "expecting it to be set to ") : std::nullopt;
  if (!wanted || name_at(*is).empty() || name_at(*wanted).empty()) return;
  events.push_back({.word = ClusterWord::netns_mode,
                    .plugin = "RDMA CNI plugin",
                    .reason = kept(name_at(*wanted)) + ", the node is " + kept(name_at(*is))});
}

}  // namespace

void read_attachment(std::string_view line, Events& events) {
  read_no_device(line, events);
  read_no_physfn(line, events);
  read_vlan(line, events);
  read_guid(line, events);
  read_macvlan(line, events);
  read_netns_mode(line, events);
}

}  // namespace railhead::text::cluster
