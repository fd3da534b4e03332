#include <algorithm>

#include "facts/log/run.h"
#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/log/gids.h"
#include "finding/rdma/hca_list.h"
#include "finding/scope.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

std::string message(const HcaList& hcas) {
  const std::string& value = hcas.variable->value;
  const std::string left = devices_of(hcas.usable);
  if (hcas.list.exclude)
    return base::format("'{}' leaves out every usable RDMA device ({}): '^' in front means all but these, it is no pattern",
                        value, left);
  return base::format("'{}' names none of the usable RDMA devices ({})", value, left);
}

bool log_names_devices(const Input& input) {
  if (input.log == nullptr) return false;
  return std::ranges::any_of(input.log->ranks,
                             [](const facts::LogRank& rank) { return rank.hcas.has() && !rank.hcas->empty(); });
}

/// No text names a device. "^mlx5_" leaves out the devices of a whole family all the same: where the adapters are of NVIDIA's,
/// and nothing tells of others, none remains.
std::vector<Finding> without_devices(const Input& input) {
  const facts::Variable& variable = *setting(input.machine, "NCCL_IB_HCA");
  const nccl::DeviceList list = nccl::parse_device_list(variable.value);
  if (!list.exclude || list.exact || log_names_devices(input)) return {};
  const auto family = std::ranges::find_if(list.entries, [](const nccl::ListEntry& entry) {
    return !entry.port && (entry.name == "mlx5_" || entry.name == "mlx5" || entry.name == "mlx");
  });
  if (family == list.entries.end()) return {};
  return {
      violated(Severity::error, "NCCL_IB_HCA",
               base::format("'{}' leaves out every RDMA device whose name begins with {}: '^' in front means all but these, it "
                            "is no pattern",
                            variable.value, family->name),
               {shown(variable)}, correction(variable, "mlx5_"))};
}

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = no_rdma_setting(input, "NCCL_IB_HCA")) return *std::move(findings);
  const auto hcas = hca_list(input);
  if (!hcas && of_texts(input)) return without_devices(input);
  if (!hcas) return without(input.machine.rdma.devices, "NCCL_IB_HCA", "the list of RDMA devices");
  if (hcas->usable.empty()) return {skipped("machine", "no RDMA device is usable here")};
  // A listing of one device says nothing of others, and a log that names devices shows what was chosen.
  if (of_texts(input) && (hcas->visible.size() < 2 || log_names_devices(input))) return {};
  Evidences evidence{shown(*hcas->variable), seen(input.machine.rdma.devices, "usable: " + devices_of(hcas->usable))};
  if (const auto selected = hcas->selected(); !selected.empty())
    return {ok("NCCL_IB_HCA", base::format("chooses {}", devices_of(selected)), std::move(evidence))};
  return {violated(Severity::error, "NCCL_IB_HCA", message(*hcas), std::move(evidence),
                   correction(*hcas->variable, exactly(hcas->usable)))};
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::with_rdma, of_machine); }

}  // namespace

Check env_ib_hca_excludes_all() {
  return {.title = "NCCL_IB_HCA leaves no usable RDMA device",
          .severity = Severity::error,
          .cause =
              "NCCL_IB_HCA is a list of beginnings of names. '=' in front makes them exact, '^' makes the whole list one of "
              "what to leave out. NCCL finds no device then, says so at INFO level only, and uses TCP.",
          .fix = "unset NCCL_IB_HCA  # or name devices exactly: NCCL_IB_HCA==mlx5_0:1,mlx5_1:1",
          .rule = rule};
}

}  // namespace railhead::check
