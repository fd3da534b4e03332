#include <algorithm>

#include "fabric/port/gids.h"
#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"
#include "finding/declared/memlock.h"
#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/rdma/hca_list.h"
#include "finding/scope.h"
#include "finding/variables.h"
#include "nccl/installed/version.h"
#include "nccl/number.h"

namespace railhead::check {
namespace {

constexpr nccl::Version kChoosesItself{2, 21};

/// The RoCE ports that NCCL would use.
std::vector<PortView> roce_ports(const Input& input) {
  const auto hcas = hca_list(input);
  std::vector<PortView> ports;
  for (const PortView& view : port_views(input.machine))
    if (view.usable != facts::Usable::no && !view.foreign && is_roce(view) && is_active(*view.port) &&
        (!hcas || hcas->selects(view)))
      ports.push_back(view);
  return ports;
}

bool holds(const std::vector<unsigned>& indexes, std::int64_t index) {
  return std::ranges::any_of(indexes, [index](unsigned each) { return each == index; });
}

/// What stands at the index, in words; empty where it is a RoCE v2 GID with an address that is routed. Nothing: not known.
std::optional<std::string> fault_at(const Gids& gids, const facts::GidTable& table, std::int64_t index) {
  if (holds(gids.v2_ipv4, index) || holds(gids.v2_ipv6, index)) return "";
  if (holds(gids.v1, index)) return "is RoCE v1";
  if (holds(gids.v2_link_local, index)) return "is link-local";
  if (holds(gids.v2_autoconf, index)) return "is 169.254.x.x";
  if (holds(gids.untyped, index)) return std::nullopt;
  const auto entry = std::ranges::find_if(table.entries, [index](const auto& each) { return each.index == index; });
  if (entry != table.entries.end() && entry->gid.has()) return "belongs to another network namespace";
  return index >= static_cast<std::int64_t>(table.size) ? "is past the end of the table" : "is empty";
}

struct Judged {
  std::vector<std::string> wrong;
  std::vector<std::string> right;
  Evidences evidence;
};

Judged judged(const Input& input, const std::vector<PortView>& ports, std::int64_t index) {
  Judged all;
  for (const PortView& view : ports) {
    if (!view.port->gids) continue;
    const auto fault = fault_at(gids_of(input.machine, *view.device, *view.port->gids), *view.port->gids, index);
    if (!fault) continue;
    (fault->empty() ? all.right : all.wrong).push_back(fault->empty() ? subject(view) : subject(view) + " " + *fault);
    all.evidence.push_back(
        seen(view.port->gids, base::format("{}: GID {} {}", subject(view), index, fault->empty() ? "is RoCE v2" : *fault)));
  }
  return all;
}

std::string fix_of(const Input& input, const facts::Variable& variable) {
  const auto nccl = nccl::oldest_version(input.machine.software);
  if (nccl && *nccl < kChoosesItself)
    return removal(variable) + base::format("  # and use NCCL 2.21 or later, which chooses for each device; here is {}.{}",
                                            nccl->major, nccl->minor);
  return removal(variable) + "  # NCCL 2.21 and later choose for each device";
}

std::vector<Finding> of_machine(const Input& input) {
  constexpr const char* kName = "NCCL_IB_GID_INDEX";
  if (auto findings = no_rdma_setting(input, kName)) return *std::move(findings);
  const facts::Variable& variable = *setting(input.machine, kName);
  const std::optional<std::int64_t> index = nccl::parse_number(variable.value).value;
  if (!index || *index < 0) return {ok(kName, "leaves the choice to NCCL", {shown(variable)})};
  const std::vector<PortView> ports = roce_ports(input);
  if (ports.empty()) return {skipped("machine", "no RoCE port would be used here")};
  Judged all = judged(input, ports, *index);
  all.evidence.insert(all.evidence.begin(), shown(variable));
  if (!all.wrong.empty())
    return {violated(Severity::error, kName,
                     base::format("index {} is not right for {} of {}: {}", *index, all.wrong.size(),
                                  base::counted(ports.size(), "port"), base::listed(all.wrong)),
                     std::move(all.evidence), fix_of(input, variable))};
  if (all.right.size() < ports.size())
    return {
        unknown(kName, base::format("whether index {} is right for every port is not known", *index), std::move(all.evidence))};
  return {ok(kName,
             base::format("index {} is RoCE v2 with a routed address on {}; other pods may need another", *index,
                          base::listed(all.right)),
             std::move(all.evidence))};
}

/// A manifest that pins it, for nodes and pods of which nothing is known. The table of a virtual function that was moved into
/// the pod is filled anew each time.
std::optional<Finding> declared(const Input& input, const DeclaredSettings& settings, const Declared& one) {
  for (const facts::Variable& variable : settings.of(one.container)) {
    if (variable.name != "NCCL_IB_GID_INDEX" || nccl::parse_number(variable.value).value.value_or(-1) < 0) continue;
    if (!wants_rdma(one.container, *input.cluster)) return std::nullopt;
    const bool moved = !asked(one.container, ResourceClass::pool).empty();
    return violated(
        moved ? Severity::warning : Severity::info, one.subject(),
        base::format("NCCL_IB_GID_INDEX={} is one number for every device of every pod, and where the address stands "
                     "in the table of each differs",
                     variable.value),
        {shown(variable)}, removal(variable) + "  # NCCL 2.21 and later choose for each device");
  }
  return std::nullopt;
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings = of_machine(input);
  if (input.cluster == nullptr || input.machine.rdma.devices) return findings;  // devices are judged by what is there
  const DeclaredSettings settings(*input.cluster);
  for (Finding& finding : each_declared(input, [&](const Declared& one) { return declared(input, settings, one); }))
    findings.push_back(std::move(finding));
  return findings;
}

}  // namespace

Check env_gid_index_static() {
  return {.title = "NCCL_IB_GID_INDEX is not right for every port here",
          .severity = Severity::error,
          .cause =
              "NCCL_IB_GID_INDEX is one number for all devices of a process, and wins over NCCL's own choice. Where a pod's "
              "addresses "
              "stand in the table of an adapter depends on what was there before it.",
          .fix = "unset NCCL_IB_GID_INDEX  # NCCL 2.21 and later choose for each device",
          .rule = rule};
}

}  // namespace railhead::check
