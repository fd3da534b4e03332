// Pasted texts of processes, settings and kernels: every kind reads the whole text as its block, shown or not.
#include "text/setting/settings.h"

#include <algorithm>

#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

text::Block block_of(std::string_view pasted) {
  text::Block block{.file = "nccl.conf", .lines = {}};
  for (const std::string_view line : base::lines(pasted))
    block.lines.push_back({.text = std::string(line), .number = block.lines.size() + 1});
  return block;
}

/// The source of a fact is a line of the text.
template <class T>
void claim_placed(const facts::Known<T>& fact, const text::Block& block) {
  fuzz::claim_told(fact);
  if (fact.not_asked()) return;
  const std::string start = block.file + ":";
  fuzz::claim(fact.source().starts_with(start), "a fact names the file");
  const auto line = base::unsigned_number(std::string_view(fact.source()).substr(start.size()));
  fuzz::claim(line && *line >= 1 && *line <= block.lines.size(), "a fact names a line of it");
}

void claim_process(const facts::Process& process, const text::Block& block) {
  claim_placed(process.uid, block);
  claim_placed(process.groups, block);
  claim_placed(process.capabilities, block);
  claim_placed(process.memlock, block);
  claim_placed(process.nofile, block);
  claim_placed(process.vm_lck, block);
}

void claim_kernel(const facts::KernelFacts& kernel, const text::Block& block) {
  claim_placed(kernel.release, block);
  claim_placed(kernel.command_line, block);
  claim_placed(kernel.modules, block);
  claim_placed(kernel.memory_peers, block);
  claim_placed(kernel.iommu.groups, block);
  fuzz::claim_readable(kernel.release.value_or("") + kernel.command_line.value_or(""));
  if (kernel.modules)
    for (const facts::Module& module : *kernel.modules) fuzz::claim_readable(module.name + module.state);
  if (!kernel.iommu.groups) return;
  for (const facts::IommuGroup& group : *kernel.iommu.groups) {
    fuzz::claim_readable(group.type.value_or(""));
    for (const std::string& device : group.devices) fuzz::claim_readable(device);
  }
}

void claim_environment(const facts::Machine& machine, const text::Block& block) {
  claim_placed(machine.environment.variables, block);
  for (const facts::Variable& variable : machine.environment.variables.value_or({})) {
    fuzz::claim_readable(variable.name);
    fuzz::claim_readable(variable.value);
    fuzz::claim(variable.name.find("SECRET") == std::string::npos || variable.name.find("NCCL_") != std::string::npos ||
                    variable.name.find("UCX_") != std::string::npos,
                "no name of a secret");
  }
  fuzz::claim(std::ranges::is_sorted(machine.environment.variables.value_or({}), {}, &facts::Variable::name),
              "variables are in order of their names");
  for (const facts::Allocation& allocation : machine.container.allocations) {
    claim_placed(allocation.devices, block);
    claim_placed(allocation.info, block);
  }
}

}  // namespace

RAILHEAD_FUZZ(pasted) {
  text::Block block = block_of(pasted);
  for (const auto* kinds : {&text::settings(), &text::lone_settings()}) {
    facts::Machine all;
    for (const text::Kind& kind : *kinds) {
      for (const text::Line& line : block.lines) {
        kind.shows(line.text);
        kind.continues(line.text);
      }
      facts::Machine machine;
      kind.read(block, machine);
      kind.read(block, all);
      claim_process(machine.process, block);
      claim_kernel(machine.kernel, block);
      claim_environment(machine, block);
    }
    claim_environment(all, block);
    block.file = "paste.txt";
  }
  // Once more under a name that is not that of an nccl.conf.
  facts::Machine machine;
  for (const text::Kind& kind : text::settings()) kind.read(block, machine);
  claim_process(machine.process, block);
  claim_kernel(machine.kernel, block);
  claim_environment(machine, block);
}
