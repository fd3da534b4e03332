#include "probe/activity/traffic.h"

#include <array>

#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kUptime = "/proc/uptime";
constexpr const char* kDevices = "/sys/class/infiniband";
constexpr const char* kInterfaces = "/sys/class/net";

/// The names that drivers have for what a port sent and received by RDMA, and the bytes of one. port_xmit_data counts words of
/// four bytes (InfiniBand Architecture Specification, volume 1, 16.1.3.5); on RoCE mlx5 counts RDMA alone there. Sources:
/// mlx5_ib/mad.c, bnxt_re/hw_counters.c, efa_verbs.c and erdma_verbs.c of Linux.
struct Names {
  const char* folder;
  const char* sent;
  const char* received;
  std::uint64_t unit;
};
constexpr std::array<Names, 3> kNames = {{{"counters", "port_xmit_data", "port_rcv_data", 4},
                                          {"hw_counters", "tx_bytes", "rx_bytes", 1},
                                          {"hw_counters", "hw_tx_bytes_cnt", "hw_rx_bytes_cnt", 1}}};

/// "12345.67 98765.43": the first is the time since the node started, in seconds and hundredths.
std::optional<std::uint64_t> parse_uptime(std::string_view text) {
  const std::string_view first = text.substr(0, text.find(' '));
  const std::size_t dot = first.find('.');
  if (dot == std::string_view::npos || first.size() != dot + 3) return std::nullopt;
  const auto seconds = number<std::uint32_t>(first.substr(0, dot));
  const auto hundredths = number<std::uint32_t>(first.substr(dot + 1));
  if (!seconds || !hundredths) return std::nullopt;
  return std::uint64_t{*seconds} * 1000 + std::uint64_t{*hundredths} * 10;
}

facts::PortTraffic port_traffic(const sys::FileTree& files, const std::string& device, unsigned port) {
  facts::PortTraffic traffic{.device = base::printable(device), .port = port};
  const std::string folder = std::string(kDevices) + "/" + device + "/ports/" + std::to_string(port) + "/";
  for (const Names& names : kNames) {
    const auto sent = number_of(files, folder + names.folder + "/" + names.sent);
    const auto received = number_of(files, folder + names.folder + "/" + names.received);
    if (!sent || !received) continue;
    traffic.sent = *sent * names.unit;
    traffic.received = *received * names.unit;
    break;
  }
  return traffic;
}

facts::Known<std::vector<facts::PortTraffic>> ports(const sys::FileTree& files) {
  const auto devices = files.list(kDevices);
  if (!devices) return {missing_of(devices.error()), kDevices};
  std::vector<facts::PortTraffic> all;
  for (const std::string& device : *devices) {
    const auto numbers = files.list(std::string(kDevices) + "/" + device + "/ports");
    if (!numbers) continue;
    for (const std::string& text : *numbers)
      if (const auto port = number<unsigned>(text)) all.push_back(port_traffic(files, device, *port));
  }
  return {std::move(all), kDevices};
}

facts::Known<std::vector<facts::InterfaceTraffic>> interfaces(const sys::FileTree& files) {
  const auto names = files.list(kInterfaces);
  if (!names) return {missing_of(names.error()), kInterfaces};
  std::vector<facts::InterfaceTraffic> all;
  for (const std::string& name : *names) {
    if (name == "lo") continue;
    const std::string folder = std::string(kInterfaces) + "/" + name + "/statistics/";
    const auto sent = number_of(files, folder + "tx_bytes");
    const auto received = number_of(files, folder + "rx_bytes");
    if (sent && received) all.push_back({base::printable(name), *sent, *received});
  }
  return {std::move(all), kInterfaces};
}

}  // namespace

facts::Traffic traffic(const sys::World& world) {
  facts::Traffic traffic;
  traffic.uptime = parsed<std::uint64_t>(world.files, kUptime, "seconds since the start", parse_uptime);
  traffic.ports = ports(world.files);
  traffic.interfaces = interfaces(world.files);
  return traffic;
}

}  // namespace railhead::probe
