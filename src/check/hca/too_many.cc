#include "base/text.h"
#include "finding/finding.h"
#include "finding/scope.h"

namespace railhead::check {
namespace {

constexpr std::size_t kMost = 90;
/// What NCCL keeps of the devices it finds (MAX_IB_DEVS; 16 in old versions).
constexpr std::size_t kNcclKeeps = 32;

std::vector<Finding> rule(const Input& input) {
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  const auto& devices = input.machine.rdma.devices;
  const Evidence evidence = seen(devices, base::counted(devices->size(), "RDMA device"));
  if (devices->size() <= kMost)
    return {ok("machine",
               base::format("{} visible, not too many to choose from", base::counted(devices->size(), "RDMA device")),
               {evidence})};
  std::vector<std::string> usable_ones;
  bool undecided = false;
  for (const facts::Device& device : *devices) {
    const facts::Usable how = usable(input.machine, device);
    if (how == facts::Usable::yes) usable_ones.push_back(device.name);
    undecided = undecided || how == facts::Usable::unknown;
  }
  const bool harmless = !undecided && usable_ones.size() <= kNcclKeeps;
  return {
      violated(harmless ? Severity::info : Severity::warning, "machine",
               base::format("{} visible, most of them virtual functions of the host; {} usable here",
                            base::counted(devices->size(), "RDMA device"),
                            undecided ? "it is not known how many are" : base::format("{} of them are", usable_ones.size())),
               {evidence},
               usable_ones.empty() || !harmless
                   ? ""
                   : base::format("export NCCL_IB_HCA=={}", base::shell_word(base::joined(usable_ones, ","))))};
}

}  // namespace

Check hca_too_many() {
  return {.title = "Too many RDMA devices are visible",
          .severity = Severity::warning,
          .cause =
              "A host with many virtual functions shows each as an RDMA device. NCCL keeps 32 at most, so the good ones may "
              "fall off the list, and a job connects through functions that lead nowhere.",
          .fix = "export NCCL_IB_HCA==DEVICE,...  # the usable ones; the second = stands for exact names",
          .rule = rule};
}

}  // namespace railhead::check
