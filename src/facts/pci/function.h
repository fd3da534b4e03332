#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/known.h"
#include "facts/pci/listed.h"

/// PCI functions and how they hang together. Source: Documentation/ABI/testing/sysfs-bus-pci, PCI Express Base Specification.
namespace railhead::facts {

/// Speed in GT/s times ten (25, 50, 80, 160, 320, 640), width in lanes. Zero where the file said "Unknown" or 0.
struct PciLink {
  unsigned speed_tenths = 0;
  unsigned width = 0;
  bool operator==(const PciLink&) const = default;
};

/// ACS control bits of a port (PCIe 7.7.11): which requests it redirects or checks.
struct Acs {
  bool source_validation = false;
  bool request_redirect = false;
  bool completion_redirect = false;
  bool upstream_forwarding = false;
  bool direct_translated = false;
};

/// `chain` is the path from the host bridge down to this function: "pci0000:16", "0000:16:01.0", ..., the function itself last.
struct PciFunction {
  std::string address;  // 0000:18:00.0
  Known<std::uint32_t> vendor;
  Known<std::uint32_t> device;
  Known<std::uint32_t> class_code;  // 24 bits: 0x020700
  Known<std::string> driver;
  Known<int> numa_node;
  std::vector<std::string> chain;
  Known<PciLink> link;
  Known<PciLink> max_link;
  Known<std::string> physical_function;
  Known<unsigned> sriov_vfs;
  Known<unsigned> sriov_total_vfs;
  Known<unsigned> iommu_group;
  Known<std::vector<std::string>> netdevs;
  // From config space; beyond the first 64 bytes it needs root (denied otherwise).
  Known<unsigned> max_read_request;  // bytes
  Known<bool> relaxed_ordering;
  Known<Acs> acs;  // not_found: the function has no ACS capability
};

/// The host bridge to which both lead, and so on: nvidia-smi's words. unknown_host_bridges: two host bridges of which at least
/// one names no NUMA node.
enum class Distance { pix, pxb, phb, node, sys, unknown_host_bridges };
const char* name(Distance distance);  // "PIX"

/// PIX: at most one switch between. PXB: several. PHB: one host bridge, different root ports. NODE: host bridges of one NUMA
/// node. SYS: of different ones. Nothing when a chain is not known (no PCI parent).
std::optional<Distance> distance(const PciFunction& one, const PciFunction& other);

struct Pci {
  /// Every function of the machine, in order of address; the rarely needed parts only of GPUs, NICs and the bridges above them.
  Known<std::vector<PciFunction>> functions;
  /// What a pasted lspci tells; a probe reads the functions themselves.
  std::vector<ListedFunction> listed = {};
};

const PciFunction* find(const Pci& pci, const std::string& address);

/// A network function that could carry RDMA: InfiniBand and Omni-Path controllers, and Ethernet ones of the known RoCE, iWARP,
/// EFA families.
bool is_rdma_capable(const PciFunction& function);
/// HPE Slingshot (cxi): RDMA through libfabric, never through /sys/class/infiniband.
bool is_slingshot(const PciFunction& function);
bool is_gpu(const PciFunction& function);

}  // namespace railhead::facts
