#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What the kernel's log and the audit log say that matters to RDMA. That they are silent proves nothing: a log may have been
/// cut, or not given. `source` is "FILE:LINE".
namespace railhead::facts {

/// A symbol for which the kernel did not load a module: nobody exports it, or in another version than the module was built for.
/// Source: check_version() and simplify_symbols() of Linux's kernel/module.
struct RefusedSymbol {
  std::string module;
  std::string symbol;
  bool other_version = false;
  std::string source;
};

/// A DMA that the IOMMU refused, of the function at `device` ("0000:17:00.0"); `driver` where the line names it.
struct DmaFault {
  std::string device;
  std::string driver = {};
  std::string text = {};  // the line, shortened
  std::string source = {};
  std::uint64_t count = 1;
};

/// An access that SELinux refused, or would have in enforcing mode. The types are those of the two contexts: "container_t",
/// "infiniband_device_t".
struct AccessDenial {
  std::string permissions;  // "open", "read write"
  std::string command = {};
  std::string path = {};  // as far as the record has it; else the name, else empty
  std::string subject_type = {};
  std::string object_type = {};
  std::string object_class = {};  // "chr_file"
  bool permissive = false;        // logged, and let through
  std::string source = {};
  std::uint64_t count = 1;
};

struct KernelLog {
  std::vector<RefusedSymbol> refused_symbols;
  std::vector<DmaFault> dma_faults;
  std::vector<AccessDenial> denials;
  /// PCI addresses for which a driver of RDMA adapters or GPUs wrote a line.
  std::vector<std::string> functions;
};

}  // namespace railhead::facts
