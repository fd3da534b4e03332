#include <algorithm>
#include <array>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

/// What looks for RDMA devices: the tools of rdma-core, their folders, the variables of device plugins.
constexpr std::array<std::string_view, 12> kLooks = {
    "ibv_devinfo",           "ibv_devices",     "ibstat",     "show_gids",    "ibdev2netdev",    "rdma link",
    "/sys/class/infiniband", "/dev/infiniband", "PCIDEVICE_", "railhead env", "railhead doctor", "NCCL_IB_HCA="};

/// A program whose name says that it does: autodetect-nccl.sh, discover_hcas.py.
bool is_named_so(std::string_view text) {
  const std::string low = base::lowered(text.substr(0, 4096));
  const bool finds = low.find("detect") != std::string::npos || low.find("discover") != std::string::npos;
  return finds && (sounds_like_rdma(low) || low.find("nccl") != std::string::npos);
}

const facts::Placed* what_looks(const facts::DeclaredContainer& container) {
  const auto found = std::ranges::find_if(container.command, [](const facts::Placed& word) {
    return is_named_so(word.text) ||
           std::ranges::any_of(kLooks, [&](std::string_view look) { return word.text.find(look) != std::string::npos; });
  });
  return found == container.command.end() ? nullptr : &*found;
}

/// The container of the same pod that gets the devices.
const facts::DeclaredContainer* owner_of_devices(const Input& input, const facts::PodTemplate& pod) {
  for (const facts::DeclaredContainer& container : pod.containers)
    if (!container.init && !rdma_asked(container, *input.cluster).empty()) return &container;
  return nullptr;
}

std::optional<Finding> judge(const Input& input, const Declared& one) {
  const facts::DeclaredContainer& container = one.container;
  const facts::DeclaredContainer* main = owner_of_devices(input, one.pod);
  if (!container.init || main == nullptr || container.claims) return std::nullopt;
  const facts::Placed* look = what_looks(container);
  if (look == nullptr) return ok(one.subject(), "looks for no RDMA devices", {{"its command", container.source}});
  const std::vector<facts::ResourceRequest> own = rdma_asked(container, *input.cluster);
  if (!own.empty()) return ok(one.subject(), "looks for RDMA devices and asks for them", resource_evidence(own));
  Evidences evidence = {{"its command looks for RDMA devices", look->source}};
  for (Evidence& each : resource_evidence(rdma_asked(*main, *input.cluster))) {
    each.what = base::format("container {} {}", base::one_line(main->name), each.what);
    evidence.push_back(std::move(each));
  }
  return violated(
      Severity::error, one.subject(),
      base::format("looks for RDMA devices without asking for any: those of container {} are not here, and what it finds "
                   "is not what the job gets",
                   base::one_line(main->name)),
      evidence,
      base::format("# in container {}, before its own command:\ncommand: [\"/bin/sh\", \"-c\", \"eval \\\"$(railhead "
                   "env)\\\"; exec YOUR-COMMAND\"]  # or: railhead exec -- YOUR-COMMAND",
                   base::one_line(main->name)));
}

std::vector<Finding> rule(const Input& input) {
  return each_declared(input, [&](const Declared& one) { return judge(input, one); });
}

}  // namespace

Check k8s_manifest_detect_in_init_container() {
  return {
      .title = "RDMA devices are looked for in an init container that has none",
      .severity = Severity::error,
      .cause =
          "A device plugin allocates for each container: PCIDEVICE_ variables and device nodes are in the container that asks "
          "for the resource and in no other of the pod.",
      .fix = "Look in the container that asks for the devices: railhead exec -- YOUR-COMMAND",
      .rule = rule};
}

}  // namespace railhead::check
