#include "fabric/net/nics.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

/// The value after reset (PCIe Base Specification 7.5.3.4, Device Control). Firmware often raises it; below it something was
/// lowered.
constexpr unsigned kDefault = 512;

/// A virtual function reads as 128 whatever its card does.
bool is_slice(const Nic& nic) {
  const bool own = nic.device->pci_address.is(nic.function->address);
  return is_virtual(*nic.function) || (own && nic.device->function.is(facts::Function::virtual_function));
}

std::optional<Finding> judge(const Nic& nic) {
  const facts::Known<unsigned>& size = nic.function->max_read_request;
  if (is_slice(nic)) return std::nullopt;
  if (!size.has() && (size.not_asked() || size.missing().why == facts::Why::not_found)) return std::nullopt;
  if (!size.has())
    return unknown(nic.function->address, base::format("the largest read request of {} is not known", nic.device->name),
                   {lacking(size, "MaxReadReq")});
  const Evidence evidence = seen(size, base::format("MaxReadReq {} bytes", *size));
  if (*size >= kDefault)
    return ok(nic.function->address, base::format("{} reads memory in requests of up to {} bytes", nic.device->name, *size),
              {evidence});
  return violated(Severity::info, nic.function->address,
                  base::format("{} reads memory in requests of {} bytes at most, below the default of {}", nic.device->name,
                               *size, kDefault),
                  {evidence});
}

/// Of lspci, which names no RDMA device. Virtual functions read as 128; their name tells them.
std::optional<Finding> judge(const facts::ListedFunction& function) {
  const facts::Known<unsigned>& size = function.max_read_request;
  if (function.kind != facts::ListedKind::network || function.address.empty() || !size.has()) return std::nullopt;
  if (function.name.find("Virtual Function") != std::string::npos) return std::nullopt;
  const Evidence evidence = seen(size, base::format("MaxReadReq {} bytes", *size));
  if (*size >= kDefault)
    return ok(function.address, base::format("reads memory in requests of up to {} bytes", *size), {evidence});
  return violated(Severity::info, function.address,
                  base::format("reads memory in requests of {} bytes at most, below the default of {}", *size, kDefault),
                  {evidence});
}

std::vector<Finding> find(const Input& input) {
  std::vector<Finding> findings;
  for (const facts::ListedFunction& function : input.machine.pci.listed)
    if (std::optional<Finding> finding = judge(function)) findings.push_back(*std::move(finding));
  const Ports ports = ports_of(input);
  for (const Nic& nic : nics_of(ports.machine, ports.views))
    if (std::optional<Finding> finding = judge(nic)) findings.push_back(*std::move(finding));
  return findings;
}

}  // namespace

Check pci_read_request_small() {
  return {.id = {},
          .title = "The PCIe read requests of an adapter are small",
          .severity = Severity::info,
          .cause =
              "To send, the adapter reads memory over PCIe. Small requests mean more of them in flight for the same rate, "
              "which fast ports run out of. Vendors advise 4096 bytes for ports of 100 Gb/s and more.",
          .fix = "setpci -s PCI-ADDRESS CAP_EXP+8.w=5000:7000  # 4096 bytes; on the host, at every boot",
          .rule = find};
}

}  // namespace railhead::check
