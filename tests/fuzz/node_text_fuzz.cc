// Texts of a node: each kind reads the whole text, shown or not, and all together; then the statements of its lines.
#include "text/node/node.h"

#include <algorithm>

#include "tests/fuzz/fuzz.h"
#include "text/fault/statement.h"

using namespace railhead;

namespace {

text::Block block_of(std::string_view text) {
  text::Block block{.file = "paste", .lines = {}};
  for (const std::string_view line : base::lines(text)) block.lines.push_back({std::string(line), block.lines.size() + 1});
  return block;
}

void claim_place(const std::string& place, const text::Block& block) {
  fuzz::claim(place.starts_with("paste:"), "a fact names the file");
  const auto line = base::unsigned_number(std::string_view(place).substr(6));
  fuzz::claim(line && *line >= 1 && *line <= block.lines.size(), "a fact names a line of it");
}

void claim_log(const facts::KernelLog& log, const text::Block& block) {
  for (const facts::RefusedSymbol& refused : log.refused_symbols) {
    fuzz::claim_readable(refused.module + refused.symbol);
    claim_place(refused.source, block);
  }
  for (const facts::DmaFault& fault : log.dma_faults) {
    fuzz::claim_readable(fault.device + fault.driver + fault.text);
    claim_place(fault.source, block);
    fuzz::claim(!fault.device.empty(), "a fault has a device");
  }
  for (const facts::AccessDenial& denial : log.denials) {
    fuzz::claim_readable(denial.permissions + denial.command + denial.path + denial.subject_type + denial.object_type);
    claim_place(denial.source, block);
  }
}

void claim_machine(const facts::Machine& machine, const text::Block& block) {
  claim_log(machine.kernel.log, block);
  for (const facts::ListedFunction& function : machine.pci.listed) {
    fuzz::claim_readable(function.address + function.name);
    if (function.link) claim_place(function.link.source(), block);
    if (function.link) fuzz::claim(function.link->width > 0 && function.link->speed_tenths > 0, "a link runs");
    if (function.acs) claim_place(function.acs.source(), block);
  }
  for (const facts::AffinityRow& row : machine.gpu.affinity) {
    claim_place(row.source, block);
    fuzz::claim_readable(row.gpu);
    fuzz::claim(!row.nics.empty(), "a row names adapters");
    for (const facts::NicDistance& nic : row.nics) fuzz::claim_readable(nic.nic);
  }
  for (const facts::Device& device : machine.rdma.devices.value_or({})) {
    fuzz::claim_readable(device.name);
    for (const facts::Port& port : device.ports)
      for (const auto& [name, place] : port.counter_lines) {
        fuzz::claim_readable(name);
        claim_place(place, block);
        fuzz::claim(port.hw_counters.contains(name), "a line belongs to a counter");
      }
  }
}

}  // namespace

RAILHEAD_FUZZ(text) {
  const text::Block block = block_of(text);
  facts::Machine together;
  for (const text::Kind& kind : text::node_texts()) {
    facts::Machine alone;
    kind.read(block, alone);
    claim_machine(alone, block);
    kind.read(block, together);
    for (const text::Line& line : block.lines) {
      kind.shows(line.text);
      kind.continues(line.text);
    }
  }
  claim_machine(together, block);
  for (const text::Line& line : block.lines) {
    text::stated_memlock(line.text);
    if (const auto way = text::gpu_way(line.text)) fuzz::claim(way->hca.size() < 64, "a device's name is short");
  }
}
