#include "finding/variables.h"

#include <algorithm>

#include "finding/scope.h"
#include "nccl/number.h"

namespace railhead::check {
namespace {

bool is_in_file(const facts::Variable& variable) { return variable.source != "environment"; }

/// "/etc/nccl.conf, line 3"
std::string place(const facts::Variable& variable) {
  const std::size_t colon = variable.source.rfind(':');
  return variable.source.substr(0, colon) + ", line " + variable.source.substr(colon + 1);
}

}  // namespace

std::vector<const facts::Variable*> settings(const facts::Machine& machine, std::string_view prefix) {
  std::vector<const facts::Variable*> found;
  if (!machine.environment.variables) return found;
  for (const facts::Variable& variable : *machine.environment.variables)
    if (variable.name.starts_with(prefix) && (found.empty() || found.back()->name != variable.name)) found.push_back(&variable);
  return found;
}

const facts::Variable* setting(const facts::Machine& machine, std::string_view name) {
  if (!machine.environment.variables) return nullptr;
  const auto found = std::ranges::find(*machine.environment.variables, name, &facts::Variable::name);
  return found == machine.environment.variables->end() ? nullptr : &*found;
}

Evidence shown(const facts::Variable& variable) { return {variable.name + "=" + variable.value, variable.source}; }

std::string removal(const facts::Variable& variable) {
  if (is_in_file(variable)) return base::format("Remove {} from {}", variable.name, place(variable));
  return base::format("unset {}", base::shell_word(variable.name));
}

std::string correction(const facts::Variable& variable, const std::string& value) {
  if (is_in_file(variable)) return base::format("# {}:\n{}={}", place(variable), variable.name, value);
  return base::format("export {}={}", variable.name, base::shell_word(value));
}

std::optional<std::vector<Finding>> nothing_set(const Input& input, std::string_view name) {
  const auto& variables = input.machine.environment.variables;
  if (!variables) return without(variables, "machine", "the environment");
  if (!name.empty() && setting(input.machine, name) == nullptr) return std::vector{skipped("machine", kNotSet)};
  return std::nullopt;
}

std::optional<std::vector<Finding>> no_rdma_setting(const Input& input, std::string_view name) {
  if (auto findings = nothing_set(input, name)) return findings;
  switch (rdma_use(input)) {
    case RdmaUse::unwanted: return std::vector{skipped("machine", kNotWanted)};
    case RdmaUse::none: return std::vector{skipped("machine", kNoDevice)};
    default: return std::nullopt;
  }
}

bool is_on(const facts::Machine& machine, std::string_view name) {
  const facts::Variable* variable = setting(machine, name);
  return variable != nullptr && nccl::parse_number(variable->value).value.value_or(0) != 0;
}

const facts::Variable* asks_for_plugin(const facts::Machine& machine) {
  const facts::Variable* net = setting(machine, "NCCL_NET");
  const std::string network = net == nullptr ? "" : base::lowered(net->value);
  if (!network.empty()) return network == "socket" || network == "ib" ? nullptr : net;
  const facts::Variable* plugin = setting(machine, "NCCL_NET_PLUGIN");
  const std::string name = plugin == nullptr ? "" : base::lowered(plugin->value);
  return name.empty() || name == "none" ? nullptr : plugin;
}

const facts::Variable* turned_off_by(const facts::Machine& machine) {
  const facts::Variable* net = setting(machine, "NCCL_NET");
  if (net != nullptr && base::lowered(net->value) == "socket") return net;
  const bool goes_on = asks_for_plugin(machine) != nullptr && !is_on(machine, "NCCL_IBEXT_DISABLE");
  return is_on(machine, "NCCL_IB_DISABLE") && !goes_on ? setting(machine, "NCCL_IB_DISABLE") : nullptr;
}

}  // namespace railhead::check
