#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The lists of NCCL_IB_HCA and NCCL_SOCKET_IFNAME: names with an optional ":port", separated by commas. In front of the whole
/// list '^' turns it into one of what to leave out, and '=' (behind a '^') makes names exact; without '=' each entry is the
/// beginning of a name, so that mlx5_1 is mlx5_10 too. Nothing is a pattern. Source: parseStringList() and matchIfList() in
/// src/misc/utils.cc of NCCL.
namespace railhead::nccl {

/// NCCL reads this many entries of NCCL_IB_HCA (MAX_IB_DEVS), and of NCCL_SOCKET_IFNAME (MAX_IFS); the rest is passed over.
constexpr std::size_t kMostDevices = 32;
constexpr std::size_t kMostInterfaces = 16;

/// `port` is nothing where none is given. What is no number is port 0, as atoi(3) has it, and no device has a port 0.
struct ListEntry {
  std::string name;
  std::optional<int> port = {};
};

struct DeviceList {
  bool exclude = false;
  bool exact = false;
  std::vector<ListEntry> entries = {};
};

/// Reads any text, as NCCL does; entries without a name are passed over.
DeviceList parse_device_list(std::string_view text, std::size_t most = kMostDevices);

/// Whether one entry names this device and port; no port (an interface) fits every entry.
bool names(const DeviceList& list, const ListEntry& entry, std::string_view device, std::optional<int> port = {});

/// Whether NCCL would use it. An empty list selects everything, and an empty list behind '^' nothing.
bool selects(const DeviceList& list, std::string_view device, std::optional<int> port = {});

}  // namespace railhead::nccl
