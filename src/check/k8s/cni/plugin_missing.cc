#include <array>

#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"

namespace railhead::check {
namespace {

struct Source {
  const char* plugin;
  const char* from;
};

/// Who puts a plugin on the nodes.
constexpr std::array<Source, 13> kSources = {{
    {"sriov", "sriov-cni, by the SR-IOV network operator"},
    {"ib-sriov", "ib-sriov-cni, by the SR-IOV network operator"},
    {"rdma", "rdma-cni, by the SR-IOV network operator"},
    {"ipoib", "ipoib-cni, by the NVIDIA network operator"},
    {"whereabouts", "the whereabouts DaemonSet"},
    {"nv-ipam", "nvidia-k8s-ipam, by the NVIDIA network operator"},
    {"multus-shim", "the Multus DaemonSet"},
    {"multus", "the Multus DaemonSet"},
    {"macvlan", "containernetworking-plugins"},
    {"ipvlan", "containernetworking-plugins"},
    {"host-device", "containernetworking-plugins"},
    {"host-local", "containernetworking-plugins"},
    {"tuning", "containernetworking-plugins"},
}};

std::string fix(const facts::ClusterEvent& event) {
  std::string text = "ls -l";
  const std::string folders = event.reason.empty() ? "/opt/cni/bin" : event.reason;
  for (const std::string_view folder : base::words(folders))
    text += " " + base::shell_word(base::format("{}/{}", folder, event.plugin));
  text += "  # on the node";
  for (const Source& source : kSources)
    if (event.plugin == source.plugin) text += base::format("; it is installed with {}", source.from);
  return text;
}

std::vector<Finding> rule(const Input& input) {
  return search_events(input, {.word = facts::ClusterWord::plugin_missing,
                               .what = "CNI plugin that is missing",
                               .subject = network_subject,
                               .message = [](const facts::ClusterEvent& event) -> std::string {
                                 return base::format("CNI plugin {} is not in {} of the node", event.plugin,
                                                     event.reason.empty() ? "the plugin folder" : event.reason);
                               },
                               .fix = fix});
}

}  // namespace

Check k8s_cni_plugin_missing() {
  return {
      .title = "A CNI plugin that a network names is not on the node",
      .severity = Severity::error,
      .cause =
          "A network's \"type\", or that of its ipam, is the name of a program that must be in the node's plugin folder. The "
          "DaemonSet that installs it does not run there, or the name is wrong.",
      .fix = "ls /opt/cni/bin  # on the node",
      .rule = rule};
}

}  // namespace railhead::check
