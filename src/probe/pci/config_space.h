#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "facts/known.h"
#include "facts/pci/function.h"
#include "sys/errno.h"

namespace railhead::probe {

/// The configuration space of a PCI function as /sys/bus/pci/devices/*/config gives it: 4096 bytes to root, 64 to others, 256
/// of conventional PCI and where the platform cannot reach further. A capability that lies beyond what was read is not absent.
/// Layout: PCI Local Bus Specification 3.0, 6.7; PCI Express Base Specification 5.0, 7.5.3 and 7.7.8; linux/pci_regs.h.
class ConfigSpace {
 public:
  ConfigSpace(sys::Outcome<std::string> read, std::string source);

  /// Device Control, Max_Read_Request_Size: 128 to 4096 bytes.
  facts::Known<unsigned> max_read_request() const;
  /// Device Control, Enable Relaxed Ordering.
  facts::Known<bool> relaxed_ordering() const;
  /// not_found: the function has no ACS capability.
  facts::Known<facts::Acs> acs() const;

 private:
  unsigned byte(std::size_t at) const { return static_cast<unsigned char>(bytes_[at]); }
  unsigned word(std::size_t at) const { return byte(at) | byte(at + 1) << 8; }
  std::uint32_t dword(std::size_t at) const { return word(at) | std::uint32_t{word(at + 2)} << 16; }
  std::optional<facts::Missing> unreadable() const;
  std::optional<std::size_t> express_capability() const;
  std::optional<std::size_t> extended_capability(unsigned id) const;
  facts::Known<unsigned> device_control() const;

  std::string bytes_;
  std::optional<facts::Missing> missing_;
  std::string source_;
};

}  // namespace railhead::probe
