#include <algorithm>
#include <array>

#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/scope.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

/// Names in UCX_TLS that stand for RDMA. Source: UCX's frequently asked questions, "Which transports does UCX use?", and
/// src/ucp/core/ucp_context.c (aliases).
constexpr std::array<std::string_view, 16> kRdma = {"all",     "ib",   "rc",      "rc_v",     "rc_verbs", "rc_x",
                                                    "rc_mlx5", "ud",   "ud_v",    "ud_verbs", "ud_x",     "ud_mlx5",
                                                    "dc",      "dc_x", "dc_mlx5", "srd"};

std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts;
  for (std::string_view part : base::split(list, ','))
    if (!base::trimmed(part).empty()) parts.emplace_back(base::trimmed(part));
  return parts;
}

bool has(const std::vector<std::string>& parts, std::string_view name) { return std::ranges::find(parts, name) != parts.end(); }

/// Why UCX would not use RDMA by this list; empty where it may.
std::string why_not(std::string_view transports) {
  const bool exclude = transports.starts_with('^');
  const std::vector<std::string> parts = parts_of(exclude ? transports.substr(1) : transports);
  if (exclude) return has(parts, "ib") || (has(parts, "rc") && has(parts, "ud")) ? "leaves RDMA out" : "";
  if (parts.empty() || std::ranges::any_of(parts, [](const std::string& part) {
        return std::ranges::find(kRdma, std::string_view(part)) != kRdma.end();
      }))
    return "";
  return has(parts, "tcp") ? "has TCP and no RDMA transport" : "has no transport that reaches another node";
}

/// True when every device named is an interface of the network and none an RDMA device.
bool only_interfaces(const facts::Machine& machine, std::string_view devices) {
  const std::vector<std::string> parts = parts_of(devices);
  return !parts.empty() && std::ranges::all_of(parts, [&machine](const std::string& part) {
    const std::string name = part.substr(0, part.find(':'));
    const bool is_rdma =
        machine.rdma.devices &&
        std::ranges::any_of(*machine.rdma.devices, [&name](const facts::Device& device) { return device.name == name; });
    return !is_rdma && find(machine.network, name) != nullptr;
  });
}

std::vector<Finding> of_machine(const Input& input) {
  const facts::Variable* transports = setting(input.machine, "UCX_TLS");
  const facts::Variable* devices = setting(input.machine, "UCX_NET_DEVICES");
  if (auto findings = no_rdma_setting(input, transports == nullptr ? "UCX_NET_DEVICES" : "UCX_TLS"))
    return *std::move(findings);
  const Severity severity = weighed(Severity::warning, rdma_use(input));
  std::vector<Finding> findings;
  if (const std::string why = transports == nullptr ? "" : why_not(transports->value); !why.empty())
    findings.push_back(violated(severity, "UCX_TLS",
                                base::format("'{}' {}: UCX will not use the RDMA devices", transports->value, why),
                                {shown(*transports)}, removal(*transports) + "  # UCX chooses"));
  if (devices != nullptr && only_interfaces(input.machine, devices->value))
    findings.push_back(
        violated(severity, "UCX_NET_DEVICES",
                 base::format("'{}' names network interfaces and no RDMA device: UCX uses TCP on them", devices->value),
                 {shown(*devices)}, removal(*devices) + "  # or name RDMA devices with their port: mlx5_0:1"));
  if (findings.empty())
    findings.push_back(ok("machine", "UCX may use RDMA", {shown(transports == nullptr ? *devices : *transports)}));
  return findings;
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::with_rdma, of_machine); }

}  // namespace

Check env_ucx_forced_tcp() {
  return {.title = "UCX is told to use TCP only",
          .severity = Severity::warning,
          .cause =
              "UCX uses the transports of UCX_TLS and the devices of UCX_NET_DEVICES and no others. Lists that were made for a "
              "machine "
              "without RDMA keep MPI and others on TCP.",
          .fix = "unset UCX_TLS UCX_NET_DEVICES  # UCX chooses by itself",
          .rule = rule};
}

}  // namespace railhead::check
