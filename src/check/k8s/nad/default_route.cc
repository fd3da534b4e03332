#include "facts/cluster/cluster.h"
#include "finding/declared/objects.h"

namespace railhead::check {
namespace {

bool is_default(std::string_view destination) {
  return destination == "0.0.0.0/0" || destination == "::/0" || destination == "default";
}

std::optional<Finding> judge(const DeclaredNetwork& one) {
  bool any = false;
  for (const facts::CniPlugin& plugin : one.network.plugins) {
    any = any || plugin.ipam_type.has();
    for (const facts::Placed& route : plugin.routes)
      if (is_default(route.text))
        return violated(
            Severity::warning, one.subject(),
            base::format("its ipam has a route to {}: all traffic of the pod may leave over this network, that of the "
                         "cluster too",
                         route.text),
            {{"dst " + route.text, route.source}});
  }
  if (!any) return std::nullopt;
  return ok(one.subject(), "sets no default route", {{"its ipam", one.object.source}});
}

std::vector<Finding> rule(const Input& input) { return judged_each(declared_networks(input), judge); }

}  // namespace

Check k8s_nad_default_route() {
  return {.title = "A secondary network sets a default route",
          .severity = Severity::warning,
          .cause =
              "The pod has a default route already, that of the cluster's network. A second one on a rail takes away DNS, "
              "services and "
              "the rendezvous of the job, or sends RDMA's addresses where nobody answers.",
          .fix = "\"routes\": []  # or routes to the subnets of the other rails alone",
          .rule = rule};
}

}  // namespace railhead::check
