#include <algorithm>
#include <array>

#include "facts/pci/function.h"

// Which functions are GPUs and which network functions can carry RDMA, by PCI class, vendor and device. Sources: the PCI ID
// database (pci-ids.ucw.cz) and the device tables of the kernel's drivers named below.
namespace railhead::facts {
namespace {

constexpr std::uint32_t kAmazon = 0x1d0f;
constexpr std::uint32_t kAmd = 0x1002;
constexpr std::uint32_t kHpe = 0x17db;
constexpr std::uint32_t kMellanox = 0x15b3;
constexpr std::uint32_t kNvidia = 0x10de;
constexpr std::uint32_t kPensando = 0x1dd8;

/// Base class and subclass.
enum Class : std::uint32_t {
  kEthernet = 0x0200,
  kInfiniband = 0x0207,
  kFabric = 0x0208,
  kOtherNetwork = 0x0280,
  kVga = 0x0300,
  k3d = 0x0302,
  kOtherDisplay = 0x0380,
  kInfinibandAsSerialBus = 0x0c06,  // QLogic's QLE7200 and QLE7300
  kAccelerator = 0x1200,
};

struct Model {
  std::uint32_t vendor;
  std::uint32_t device;
};

/// Models of vendors that also make NICs without RDMA. Families where RDMA has to be bought or switched on in the firmware
/// (X722, MANA) are left out: that such a NIC has no RDMA device is no fault.
constexpr auto kCapable = std::to_array<Model>({
    {0x14e4, 0x1750}, {0x14e4, 0x1751}, {0x14e4, 0x1752}, {0x14e4, 0x1760},  // Broadcom BCM575xx and BCM57608: bnxt_re
    {0x14e4, 0x16d7}, {0x14e4, 0x16d8},                                      // BCM57414, BCM57416
    {0x8086, 0x1592}, {0x8086, 0x1593}, {0x8086, 0x159b},                    // Intel E810: irdma
    {0x8086, 0x1452},                                                        // Intel IPU E2100: irdma through idpf
    {0x8086, 0x24f0}, {0x8086, 0x24f1},                                      // Intel Omni-Path: hfi1
    {0x1077, 0x1644}, {0x1077, 0x1654}, {0x1077, 0x1656}, {0x1077, 0x8070},  // Marvell FastLinQ: qedr
    {0x19e5, 0xa222}, {0x19e5, 0xa224}, {0x19e5, 0xa226},                    // HiSilicon "RDMA Network Controller": hns
    {0x1ded, 0x107f},                                                        // Alibaba: erdma
    {0x15ad, 0x0820},                                                        // VMware: vmw_pvrdma
});

bool is_listed(std::uint32_t vendor, std::uint32_t device) {
  return std::ranges::any_of(kCapable, [&](const Model& model) { return model.vendor == vendor && model.device == device; });
}

/// Chelsio numbers the function that carries RDMA 4: 0x54xx for T5, 0x64xx for T6 (cxgb4's table).
bool is_chelsio_rdma(std::uint32_t vendor, std::uint32_t device) {
  return vendor == 0x1425 && ((device & 0xff00) == 0x5400 || (device & 0xff00) == 0x6400);
}

std::uint32_t class_of(const PciFunction& function) { return function.class_code.value_or(0) >> 8; }

bool is_network(std::uint32_t kind) { return kind == kEthernet || kind == kFabric || kind == kOtherNetwork; }

}  // namespace

bool is_slingshot(const PciFunction& function) { return function.vendor.is(kHpe) && is_network(class_of(function)); }

bool is_rdma_capable(const PciFunction& function) {
  const std::uint32_t kind = class_of(function);
  if (kind == kInfiniband || kind == kInfinibandAsSerialBus) return true;
  if (!is_network(kind)) return false;
  const std::uint32_t vendor = function.vendor.value_or(0);
  const std::uint32_t device = function.device.value_or(0);
  if (vendor == kMellanox || vendor == kPensando) return true;
  if (vendor == kAmazon) return (device & 0xfff0) == 0xefa0;
  return is_chelsio_rdma(vendor, device) || is_listed(vendor, device);
}

bool is_gpu(const PciFunction& function) {
  const std::uint32_t kind = class_of(function);
  const bool display = kind == kVga || kind == k3d || kind == kOtherDisplay;
  if (function.vendor.is(kNvidia)) return display;
  if (!function.vendor.is(kAmd)) return false;
  // The video chips of server boards: ES1000 and Rage XL.
  const bool board_video = function.device.is(0x515e) || function.device.is(0x4752);
  return (display || kind == kAccelerator) && !board_video;
}

}  // namespace railhead::facts
