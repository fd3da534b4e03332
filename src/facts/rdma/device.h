#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "facts/known.h"
#include "facts/rdma/gid.h"

/// RDMA devices (HCAs) as the kernel shows them in /sys/class/infiniband. Source:
/// Documentation/ABI/stable/sysfs-class-infiniband.
namespace railhead::facts {

enum class PortState { nop = 0, down = 1, init = 2, armed = 3, active = 4, active_defer = 5 };
const char* name(PortState state);  // "DOWN", "ACTIVE", as sysfs writes them

enum class LinkLayer { infiniband, ethernet, other };
const char* name(LinkLayer layer);  // "InfiniBand", "Ethernet"

/// One entry of a GID table that is not zero, or could not be read. Reading an entry that belongs to another network namespace
/// fails with EINVAL or gives zero: that is a fact, not an error.
struct GidEntry {
  unsigned index = 0;
  Known<Gid> gid;
  Known<GidType> type;
  Known<std::string> netdev;  // gid_attrs/ndevs
};

/// The table of a port: `size` slots, `zero` of them empty; `entries` are the others, in order of index. Where it is not whole
/// (somebody pasted a few slots) nobody knows what stands in the slots that are not entries.
struct GidTable {
  unsigned size = 0;
  unsigned zero = 0;
  std::vector<GidEntry> entries;
  bool whole = true;
};

struct Port {
  unsigned number = 1;
  Known<PortState> state;
  Known<std::string> physical_state;  // "LinkUp", "Disabled", "Polling"
  Known<base::BitsPerSecond> rate;
  Known<std::string> rate_text;  // "200 Gb/sec (4X HDR)"
  Known<LinkLayer> link_layer;
  Known<unsigned> lid;
  Known<unsigned> sm_lid;
  Known<unsigned> active_mtu;  // bytes; from verbs where the device may be opened
  Known<unsigned> max_mtu;     // bytes
  Known<GidTable> gids;
  Known<std::vector<std::uint16_t>> pkeys;  // without the empty ones
  /// The type of service that rdma_cm gives to its connections, 0 to 255: where an administrator writes down the fabric's
  /// lossless class. /sys/kernel/config/rdma_cm/DEVICE/ports/N/default_roce_tos (configfs, mostly on the node only).
  Known<unsigned> cm_roce_tos;
  /// The traffic class that NVIDIA's driver package forces upon every connection, 0 to 255; not_found where none is forced.
  /// /sys/class/infiniband/DEVICE/tc/N/traffic_class: "Global tclass=106".
  Known<unsigned> forced_traffic_class;
  std::map<std::string, std::uint64_t> counters;          // ports/N/counters
  std::map<std::string, std::uint64_t> hw_counters;       // ports/N/hw_counters
  std::map<std::string, std::string> counter_lines = {};  // by name, "FILE:LINE" of those that a text told
};

/// /dev/infiniband/NAME: there or not, who may open it, and whether this process could (not_asked under --probe=off).
struct DeviceNode {
  std::string path;
  Known<bool> present;
  Known<std::uint32_t> mode;
  Known<std::uint32_t> uid;
  Known<std::uint32_t> gid;
  Known<bool> opens;  // missing().detail holds the errno's symbol when it did not
};

enum class Function { physical, virtual_function };
const char* name(Function function);  // "physical", "virtual"

struct Device {
  std::string name;
  Known<std::string> driver;  // of the PCI function: mlx5_core, ice, bnxt_en
  Known<std::string> firmware;
  Known<std::uint64_t> node_guid;
  Known<std::string> node_type;    // "1: CA"
  Known<std::string> pci_address;  // not_found for software devices (rxe, siw) and others without a PCI parent
  Known<std::string> pci_id;       // "15b3:1021"
  Known<Function> function;
  Known<std::string> physical_function;  // PCI address of a VF's PF where it is visible
  Known<int> numa_node;                  // -1: the firmware does not say
  Known<std::vector<std::string>>
      netdevs;                // in this network namespace, of the same PCI function (or the parent of a soft device)
  Known<std::string> uverbs;  // "uverbs0", from infiniband_verbs/*/ibdev
  /// False: sysfs has it, libibverbs does not list it (no provider library for it, or a kernel ABI it does not speak).
  Known<bool> verbs_lists;
  Known<bool> verbs_opens;  // ibv_open_device; detail holds the errno's symbol when it failed
  DeviceNode uverbs_node;
  DeviceNode umad_node;  // of its first port
  std::vector<Port> ports;
  std::map<std::string, std::uint64_t> hw_counters;  // of the whole device; most drivers have them at the port
};

/// shared: every network namespace sees all devices; exclusive: only those moved there (rdma-system(8)).
enum class NetnsMode { shared, exclusive };
const char* name(NetnsMode mode);

struct Rdma {
  /// not_found: no /sys/class/infiniband at all, that is, no RDMA core in this kernel; an empty list: the core without devices.
  Known<std::vector<Device>> devices;
  Known<NetnsMode> netns_mode;
  DeviceNode rdma_cm;
  /// Nodes present below /dev/infiniband, by name.
  Known<std::vector<std::string>> nodes;
};

}  // namespace railhead::facts
