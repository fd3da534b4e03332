#include <algorithm>
#include <set>

#include "finding/across.h"

namespace railhead::check {
namespace {

std::optional<Trait> trait(const facts::Machine& machine) {
  if (!machine.software.nccl || machine.software.nccl->empty()) return std::nullopt;
  std::set<std::string> versions;
  for (const facts::Library& library : *machine.software.nccl) {
    if (!library.version) return std::nullopt;
    versions.insert(*library.version);
  }
  const std::string all = listed({versions.begin(), versions.end()}, 8);
  const facts::Library& first = machine.software.nccl->front();
  return Trait{all, seen(first.version, first.name + " " + all)};
}

std::vector<Finding> rule(const Input& input) {
  return compared(input, {.severity = Severity::warning, .what = "the version of NCCL", .trait = trait});
}

}  // namespace

Check nccl_version_differs_across_pods() {
  return {
      .title = "Pods have different versions of NCCL",
      .severity = Severity::warning,
      .cause =
          "The pods run different images, or an image whose tag was moved between their starts. Ranks with different versions "
          "of NCCL do not form a communicator, or hang in it.",
      .fix =
          "kubectl get pods -o custom-columns=POD:.metadata.name,IMAGE:.status.containerStatuses[*].imageID  # then one image "
          "by "
          "its digest for all",
      .rule = rule};
}

}  // namespace railhead::check
