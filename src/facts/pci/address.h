#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Names of PCI functions and host bridges as sysfs writes them.
namespace railhead::facts {

/// DDDD:BB:DD.F in lower case; the domain has four to eight digits (virtual domains of Intel VMD and of hypervisors are
/// longer).
bool is_pci_address(std::string_view text);

/// pciDDDD:BB, the folder of a host bridge.
bool is_host_bridge(std::string_view text);

/// The components of a sysfs path that name a host bridge or a PCI function, in order: how a function hangs below its bridges.
/// Empty when the path names none. Links need not be followed first: "../../devices/pci0000:16/0000:16:01.0/..." serves as
/// well.
std::vector<std::string> chain_of(std::string_view path);

/// The order of addresses: by domain, which may differ in length, then by the rest.
bool address_less(std::string_view left, std::string_view right);

}  // namespace railhead::facts
