#include "facts/cluster/cluster.h"
#include "finding/declared/objects.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const DeclaredNetwork& one) {
  for (const facts::CniPlugin& plugin : one.network.plugins) {
    if (!plugin.ipam_type) continue;
    if (*plugin.ipam_type != "host-local")
      return ok(one.subject(), base::format("its addresses come from {}", *plugin.ipam_type),
                {seen(plugin.ipam_type, "ipam type " + *plugin.ipam_type)});
    return violated(
        Severity::warning, one.subject(),
        "its addresses come from host-local, which counts on each node for itself: two pods on two nodes can get the same "
        "one",
        {seen(plugin.ipam_type, "ipam type host-local")});
  }
  return std::nullopt;
}

std::vector<Finding> rule(const Input& input) { return judged_each(declared_networks(input), judge); }

}  // namespace

Check k8s_nad_host_local_multinode() {
  return {.title = "A network across nodes takes its addresses from host-local",
          .severity = Severity::warning,
          .cause =
              "host-local keeps what it gave away in a file of the node. On a network that spans nodes it gives one address to "
              "several "
              "pods, and their connections go to the wrong one or time out.",
          .fix = "\"ipam\": {\"type\": \"whereabouts\", \"range\": \"SUBNET\"}  # or nv-ipam",
          .rule = rule};
}

}  // namespace railhead::check
