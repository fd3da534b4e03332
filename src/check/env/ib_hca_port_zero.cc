#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/scope.h"
#include "finding/variables.h"
#include "nccl/ib/device_list.h"

namespace railhead::check {
namespace {

/// The list with port 1 where it says 0.
std::string with_first_port(const nccl::DeviceList& list) {
  std::vector<std::string> entries;
  entries.reserve(list.entries.size());
  for (const nccl::ListEntry& entry : list.entries)
    entries.push_back(entry.port ? base::format("{}:{}", entry.name, *entry.port == 0 ? 1 : *entry.port) : entry.name);
  return std::string(list.exclude ? "^" : "") + (list.exact ? "=" : "") + base::joined(entries, ",");
}

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = no_rdma_setting(input, "NCCL_IB_HCA")) return *std::move(findings);
  const facts::Variable& variable = *setting(input.machine, "NCCL_IB_HCA");
  const nccl::DeviceList list = nccl::parse_device_list(variable.value);
  std::vector<std::string> wrong;
  for (const nccl::ListEntry& entry : list.entries)
    if (entry.port == 0) wrong.push_back(entry.name);
  if (wrong.empty()) return {ok("NCCL_IB_HCA", "names no port 0", {shown(variable)})};
  return {violated(Severity::error, "NCCL_IB_HCA",
                   base::format("'{}' names port 0 of {}: ports are numbered from 1, so that no port fits", variable.value,
                                base::listed(wrong)),
                   {shown(variable)}, correction(variable, with_first_port(list)))};
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::all, of_machine); }

}  // namespace

Check env_ib_hca_port_zero() {
  return {
      .title = "NCCL_IB_HCA names port 0",
      .severity = Severity::error,
      .cause =
          "RDMA ports are numbered from 1. NCCL compares the number behind ':' with that of each port, and what is no number "
          "counts as 0; such an entry fits no port, and NCCL does not say so.",
      .fix = "export NCCL_IB_HCA==mlx5_0:1  # the port is 1 on nearly every adapter",
      .rule = rule};
}

}  // namespace railhead::check
