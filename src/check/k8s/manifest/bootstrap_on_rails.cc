#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"
#include "finding/declared/networks.h"
#include "finding/declared/settings.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

/// A secondary interface of the pod: the name after '@', or net1, net2 in their order.
struct Secondary {
  std::string interface;
  const facts::ClusterObject* network = nullptr;  // nullptr: not among the texts
};

std::vector<Secondary> secondaries_of(const facts::PodTemplate& pod, const facts::Cluster& cluster) {
  std::vector<Secondary> found;
  found.reserve(pod.networks.size());
  for (const Attached& network : attached_networks(pod, cluster)) {
    const std::string& named = network.attachment.interface;
    found.push_back({named.empty() ? base::format("net{}", found.size() + 1) : named, network.object});
  }
  return found;
}

/// The network leads nowhere but to its own segment: the texts define it, with neither gateway nor route. An address manager
/// that hands out routes itself (dhcp) tells nothing.
bool is_isolated(const facts::ClusterObject* network) {
  if (network == nullptr || network->network->plugins.empty()) return false;
  return std::ranges::none_of(network->network->plugins, [](const facts::CniPlugin& plugin) {
    return !plugin.routes.empty() || plugin.gateway || plugin.ipam_type.is("dhcp");
  });
}

/// The interfaces of a list, each a rail that leads nowhere else; nothing where one is not, or is not known to be.
std::optional<Evidences> rails_in(const Input& input, const Declared& one, std::string_view list) {
  const std::vector<Secondary> secondaries = secondaries_of(one.pod, *input.cluster);
  Evidences evidence;
  if (list.starts_with('=')) list.remove_prefix(1);
  for (const std::string_view piece : base::split(list, ',')) {
    const auto found = std::ranges::find(secondaries, base::trimmed(piece), &Secondary::interface);
    if (found == secondaries.end() || !is_isolated(found->network)) return std::nullopt;
    evidence.push_back(
        {base::format("{} is {}, without gateway or route", found->interface, base::one_line(found->network->name)),
         found->network->source});
  }
  // One rail for all ranks is one segment, over which each can reach each.
  if (evidence.size() < 2) return std::nullopt;
  return evidence;
}

bool names_a_secondary(const Input& input, const facts::PodTemplate& pod, std::string_view list) {
  return std::ranges::any_of(secondaries_of(pod, *input.cluster), [list](const Secondary& secondary) {
    return list.find(secondary.interface) != std::string_view::npos;
  });
}

std::optional<Finding> judge(const Input& input, const DeclaredSettings& settings, const Declared& one) {
  if (one.pod.networks.empty()) return std::nullopt;
  for (const facts::Variable& variable : settings.of(one.container)) {
    if (variable.name != "NCCL_SOCKET_IFNAME" && variable.name != "GLOO_SOCKET_IFNAME") continue;
    Evidences evidence = {shown(variable)};
    const auto rails = rails_in(input, one, variable.value);
    if (!rails && (names_a_secondary(input, one.pod, variable.value) || variable.value.starts_with('^'))) continue;
    if (!rails) return ok(one.subject(), "starts over another network than its rails", evidence);
    evidence.insert(evidence.end(), rails->begin(), rails->end());
    return violated(Severity::warning, one.subject(),
                    base::format("{}={} puts the start of the job on rails without a route between them: ranks that come to "
                                 "use different ones cannot reach each other",
                                 variable.name, variable.value),
                    evidence,
                    base::format("- {{name: {}, value: eth0}}  # the pod network, which reaches every pod", variable.name));
  }
  return std::nullopt;
}

std::vector<Finding> rule(const Input& input) {
  if (input.cluster == nullptr) return {};
  const DeclaredSettings settings(*input.cluster);
  return each_declared(input, [&](const Declared& one) { return judge(input, settings, one); });
}

}  // namespace

Check k8s_manifest_bootstrap_on_rails() {
  return {.title = "Ranks are to find each other over rails that are apart",
          .severity = Severity::warning,
          .cause =
              "NCCL and Gloo connect every rank to others over TCP before RDMA begins. Networks of rails mostly reach the same "
              "rail "
              "of other nodes alone, whereas the pod network reaches every pod.",
          .fix = "- {name: NCCL_SOCKET_IFNAME, value: eth0}",
          .rule = rule};
}

}  // namespace railhead::check
