#include "base/text.h"
#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/proof.h"
#include "finding/log/search.h"
#include "finding/scope.h"

namespace railhead::check {
namespace {

constexpr std::size_t kMost = 90;
/// What NCCL keeps of the devices it finds (MAX_IB_DEVS; 16 in old versions).
constexpr std::size_t kNcclKeeps = 32;

std::vector<Finding> of_machine(const Input& input) {
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

/// What NCCL lists are the devices that it would use: no host has so many ports of its own.
std::vector<Finding> of_log(const Input& input) {
  if (input.log == nullptr) return {};
  const facts::LogRank* most = nullptr;
  for (const facts::LogRank& rank : input.log->ranks)
    if (rank.listed_devices > kNcclKeeps && (most == nullptr || rank.listed_devices > most->listed_devices)) most = &rank;
  if (most == nullptr) return {};
  return {violated(Severity::warning, name_of(*most),
                   base::format("NCCL lists at least {} to use, which are virtual functions of the host",
                                base::counted(most->listed_devices, "RDMA device")),
                   {seen(most->hcas, base::format("the highest number in its list is {}", most->listed_devices - 1))})};
}

std::vector<Finding> rule(const Input& input) { return joined(of_machine(input), of_log(input)); }

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
