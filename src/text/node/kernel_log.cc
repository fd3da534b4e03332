#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "facts/pci/address.h"
#include "text/node/kinds.h"
#include "text/setting/adopt.h"

// Sources of the formats, all of Linux: kernel/module (version.c, main.c), drivers/iommu (iommu.c, intel/dmar.c, amd/iommu.c),
// and modprobe of kmod.
namespace railhead::text::node {
namespace {

using facts::RefusedSymbol;

constexpr std::size_t kLongest = 1000;
constexpr std::size_t kMost = 256;  // entries of one kind that are kept
constexpr std::size_t kMostText = 300;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

/// The word of letters, digits, '_', '-' and '.' at the start.
std::string_view word_at(std::string_view text) {
  const auto* end = std::ranges::find_if_not(text, is_word);
  return text.substr(0, std::min<std::size_t>(static_cast<std::size_t>(end - text.begin()), 64));
}

/// The word that ends where `text` ends, less ": ": "nv_peer_mem" in "[  3.1] nv_peer_mem: ".
std::string_view module_before(std::string_view text) {
  if (!text.ends_with(": ")) return {};
  text.remove_suffix(2);
  std::size_t start = text.size();
  while (start > 0 && is_word(text[start - 1])) --start;
  return text.substr(start);
}

/// modprobe takes both '-' and '_'; the kernel writes '_'.
std::string module_name(std::string_view name) {
  if (name.ends_with(".ko")) name.remove_suffix(3);
  std::string text(name.substr(0, 64));
  std::ranges::replace(text, '-', '_');
  return text;
}

/// "nv_peer_mem: disagrees about version of symbol X", "nv_peer_mem: Unknown symbol X (err -22)". Not found is 0 before Linux
/// 5.4, and -2 since; older kernels (3.x) write "(err 0)" without more.
std::optional<RefusedSymbol> refused_symbol(std::string_view line) {
  constexpr std::string_view kDisagrees = "disagrees about version of symbol ";
  constexpr std::string_view kUnknown = "Unknown symbol ";
  const bool disagrees = line.find(kDisagrees) != std::string_view::npos;
  const std::string_view label = disagrees ? kDisagrees : kUnknown;
  const std::size_t at = line.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view module = module_before(line.substr(0, at));
  const std::string_view symbol = word_at(line.substr(at + label.size()));
  if (module.empty() || symbol.empty() || (!disagrees && line.find("(err ", at) == std::string_view::npos)) return std::nullopt;
  return RefusedSymbol{.module = module_name(module),
                       .symbol = std::string(symbol),
                       .other_version = disagrees || line.find("(err -22)", at) != std::string_view::npos,
                       .source = {}};
}

/// "modprobe: ERROR: could not insert 'nvidia_peermem': Invalid argument", "insmod: ERROR: could not insert module
/// ./nvidia-peermem.ko: Invalid parameters": the module's own start refused. That a symbol is unknown, dmesg tells better.
std::optional<RefusedSymbol> refused_module(std::string_view line) {
  constexpr std::string_view kLabel = "could not insert ";
  const std::size_t at = line.find(kLabel);
  if (at == std::string_view::npos) return std::nullopt;
  if (line.find("Invalid argument", at) == std::string_view::npos &&
      line.find("Invalid parameters", at) == std::string_view::npos)
    return std::nullopt;
  std::string_view rest = line.substr(at + kLabel.size());
  if (rest.starts_with("module ")) rest.remove_prefix(7);
  if (rest.starts_with('\'')) rest.remove_prefix(1);
  rest = rest.substr(0, rest.find_first_of("':"));
  if (const std::size_t slash = rest.rfind('/'); slash != std::string_view::npos) rest.remove_prefix(slash + 1);
  const std::string_view module = word_at(rest);
  if (module.empty()) return std::nullopt;
  return RefusedSymbol{.module = module_name(module), .symbol = {}, .other_version = false, .source = {}};
}

bool is_insertion(std::string_view line) { return line.find(": ERROR: could not insert ") != std::string_view::npos; }

/// "iommu: Default domain type: Translated (set via kernel command line)", "Passthrough"
std::optional<std::string_view> default_domain(std::string_view line) {
  constexpr std::string_view kLabel = "iommu: Default domain type: ";
  const std::size_t at = line.find(kLabel);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view word = word_at(line.substr(at + kLabel.size()));
  if (word != "Translated" && word != "Passthrough") return std::nullopt;
  return word;
}

/// "17:00.0" and "0000:17:00.0" as sysfs writes them; nothing for other text.
std::optional<std::string> full_address(std::string_view text) {
  std::string address = base::lowered(text.substr(0, 16));
  if (facts::is_pci_address(address)) return address;
  address.insert(0, "0000:");
  if (facts::is_pci_address(address)) return address;
  return std::nullopt;
}

constexpr std::array<std::string_view, 10> kDrivers = {"mlx5_core", "mlx4_core", "bnxt_en", "bnxt_re", "ice",
                                                       "irdma",     "qedr",      "efa",     "nvidia",  "amdgpu"};

struct Written {
  std::string driver;
  std::string address;
};

/// "mlx5_core 0000:17:00.0: ...": whose line it is.
std::optional<Written> writer(std::string_view line) {
  for (std::size_t at = line.find(' '); at != std::string_view::npos; at = line.find(' ', at + 1)) {
    const std::string_view behind = line.substr(at + 1, 17);
    if (behind.size() < 13 || behind[4] != ':' || behind[7] != ':') continue;
    std::size_t start = at;
    while (start > 0 && is_word(line[start - 1])) --start;
    const std::string_view driver = line.substr(start, at - start);
    const auto address = full_address(behind.substr(0, behind.find_first_not_of("0123456789abcdefABCDEF:.")).substr(0, 12));
    if (address && std::ranges::find(kDrivers, driver) != kDrivers.end()) return Written{std::string(driver), *address};
  }
  return std::nullopt;
}

/// "DMAR: [DMA Write NO_PASID] Request device [17:00.0] fault addr ...", "AMD-Vi: Event logged [IO_PAGE_FAULT
/// device=0000:17:00.0 ...]", "mlx5_core 0000:17:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=... ]".
std::optional<facts::DmaFault> dma_fault(std::string_view line) {
  const bool intel = line.find("DMAR:") != std::string_view::npos && line.find("[DMA ") != std::string_view::npos;
  const bool amd = line.find("IO_PAGE_FAULT") != std::string_view::npos;
  if (!intel && !amd) return std::nullopt;
  facts::DmaFault fault{.device = {}, .text = base::one_line(base::trimmed(line.substr(0, kMostText)))};
  if (const auto written = writer(line)) {
    fault.driver = written->driver;
    fault.device = written->address;
  }
  const std::string_view label = intel ? "device [" : "device=";
  const std::size_t at = line.find(label);
  if (at != std::string_view::npos) {
    const std::string_view text = line.substr(at + label.size(), 20);
    const std::size_t end = text.find_first_of("] ");
    if (const auto address = full_address(text.substr(0, end))) fault.device = *address;
  }
  if (fault.device.empty()) return std::nullopt;
  return fault;
}

bool shows(std::string_view line) {
  if (line.size() > kLongest) line = line.substr(0, kLongest);
  return refused_symbol(line) || is_insertion(line) || default_domain(line) || dma_fault(line) || writer(line);
}

bool continues(std::string_view) { return false; }

void add(facts::DmaFault fault, const std::string& place, std::vector<facts::DmaFault>& faults) {
  const auto known = std::ranges::find(faults, fault.device, &facts::DmaFault::device);
  if (known != faults.end()) {
    ++known->count;
    if (known->driver.empty()) known->driver = std::move(fault.driver);
    return;
  }
  if (faults.size() >= kMost) return;
  fault.source = place;
  faults.push_back(std::move(fault));
}

void add(RefusedSymbol refused, const std::string& place, std::vector<RefusedSymbol>& all) {
  const auto same = [&](const RefusedSymbol& known) {
    return known.module == refused.module && known.symbol == refused.symbol;
  };
  const auto known = std::ranges::find_if(all, same);
  if (known != all.end()) known->other_version = known->other_version || refused.other_version;
  if (known != all.end() || all.size() >= kMost) return;
  refused.source = place;
  all.push_back(std::move(refused));
}

void read(const Block& block, facts::Machine& machine) {
  facts::KernelLog& log = machine.kernel.log;
  for (const Line& whole : block.lines) {
    const std::string_view line = std::string_view(whole.text).substr(0, kLongest);
    const std::string place = block.place(whole);
    if (auto refused = refused_symbol(line)) add(*std::move(refused), place, log.refused_symbols);
    if (auto refused = refused_module(line)) add(*std::move(refused), place, log.refused_symbols);
    if (auto fault = dma_fault(line)) add(*std::move(fault), place, log.dma_faults);
    if (const auto type = default_domain(line))
      setting::adopt(machine.kernel.iommu.default_domain, {std::string(*type), place});
    const auto written = writer(line);
    if (written && log.functions.size() < kMost && std::ranges::count(log.functions, written->address) == 0)
      log.functions.push_back(written->address);
  }
}

}  // namespace

Kind kernel_log() { return {.name = "kernel-log", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::node
