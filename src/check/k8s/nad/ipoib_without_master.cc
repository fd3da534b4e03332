#include "facts/cluster/cluster.h"
#include "finding/declared/objects.h"

// ipoib-cni, README: "master (string, required)", and LoadConf refuses a configuration without it.
namespace railhead::check {
namespace {

std::optional<Finding> judge(const DeclaredNetwork& one) {
  for (const facts::CniPlugin& plugin : one.network.plugins) {
    if (!plugin.type.is("ipoib")) continue;
    if (plugin.master)
      return ok(one.subject(), "makes its interfaces from " + base::one_line(*plugin.master),
                {seen(plugin.master, "master " + base::one_line(*plugin.master))});
    if (!plugin.master.not_asked()) return std::nullopt;
    return violated(Severity::error, one.subject(),
                    "is of type ipoib and names no master: there is no InfiniBand interface to make that of the pod from",
                    {seen(plugin.type, "type ipoib"), {"no master", one.object.source}},
                    one.object.kind == "IPoIBNetwork" ? "spec:\n  master: ib0  # as in: ip -br link | grep '^ib'"
                                                      : "\"master\": \"ib0\"  # as in: ip -br link | grep '^ib'");
  }
  return std::nullopt;
}

std::vector<Finding> rule(const Input& input) { return judged_each(declared_networks(input), judge); }

}  // namespace

Check k8s_nad_ipoib_without_master() {
  return {.title = "An IPoIB network does not say from which interface",
          .severity = Severity::error,
          .cause =
              "An IPoIB interface of a pod is a child of one of the node, which the configuration must name. Without it "
              "the plugin fails (\"host master interface is missing\") and the pod does not start.",
          .fix = "\"master\": \"ib0\"  # the InfiniBand interface of the node: ip -br link | grep '^ib'",
          .rule = rule};
}

}  // namespace railhead::check
