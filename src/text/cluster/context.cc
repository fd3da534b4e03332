#include <algorithm>
#include <array>

#include "base/text.h"
#include "text/cluster/families.h"
#include "text/cluster/phrase.h"

namespace railhead::text::cluster {
namespace {

using facts::ClusterEvent;

void set(std::string& field, std::string_view value) {
  if (field.empty()) field = kept(value);
}

/// Multus heads what it says with "[NAMESPACE/POD:NETWORK]", since 4 "[NAMESPACE/POD/UID:NETWORK]".
bool add_multus(std::string_view inside, ClusterEvent& event) {
  const std::size_t slash = inside.find('/');
  const std::size_t colon = inside.find(':', slash == std::string_view::npos ? 0 : slash);
  if (slash == std::string_view::npos || slash == 0 || name_at(inside.substr(0, slash)).size() != slash) return false;
  std::string_view pod = inside.substr(slash + 1, colon == std::string_view::npos ? colon : colon - slash - 1);
  pod = pod.substr(0, pod.find('/'));
  if (pod.empty() || name_at(pod) != pod || inside.starts_with('/')) return false;
  const std::string_view network = colon == std::string_view::npos ? "" : inside.substr(colon + 1);
  if (!network.empty() && name_at(network) != network) return false;
  set(event.name_space, inside.substr(0, slash));
  set(event.pod, pod);
  set(event.network, network);
  return true;
}

void add_brackets(std::string_view line, ClusterEvent& event) {
  std::size_t tries = 0;
  for (std::size_t open = line.find('['); open != std::string_view::npos && tries < 32;
       open = line.find('[', open + 1), ++tries) {
    const std::string_view rest = line.substr(open + 1, 600);
    const std::size_t close = rest.find(']');
    if (close == std::string_view::npos) continue;
    const std::string_view inside = rest.substr(0, close);
    const bool headed = line.substr(0, open).ends_with("Multus: ");
    if ((headed || inside.find(':') != std::string_view::npos) && add_multus(inside, event)) return;
  }
}

/// The kubelet's "POD_NAMESPACE" behind these words; a pod's name has no "_".
void add_kubelet(std::string_view line, ClusterEvent& event) {
  const auto rest = after(line, "set up pod \"");
  const std::string_view name = rest ? name_at(*rest) : "";
  const std::size_t bar = name.rfind('_');
  if (bar == std::string_view::npos) return;
  set(event.pod, name.substr(0, bar));
  set(event.name_space, name.substr(bar + 1));
}

void add_pod(std::string_view line, ClusterEvent& event) {
  constexpr std::array<std::string_view, 3> kBefore = {"network for pod \"", "pods \"", " pod/"};
  for (const std::string_view phrase : kBefore)
    if (const auto rest = after(line, phrase)) set(event.pod, name_at(*rest));
  if (line.starts_with("pod/")) set(event.pod, name_at(line.substr(4)));
}

void add_network(std::string_view line, ClusterEvent& event) {
  constexpr std::array<std::string_view, 2> kBefore = {"adding container to network \"", "adding pod to network \""};
  for (const std::string_view phrase : kBefore)
    if (const auto rest = after(line, phrase)) set(event.network, name_at(*rest));
}

}  // namespace

void add_context(std::string_view line, ClusterEvent& event) {
  // The definition that is missing is looked for in a namespace of its own.
  const bool located = event.word == facts::ClusterWord::network_missing && !event.name_space.empty();
  const std::string searched = event.name_space;
  add_brackets(line, event);
  add_kubelet(line, event);
  add_pod(line, event);
  add_network(line, event);
  if (located) event.name_space = searched;
}

}  // namespace railhead::text::cluster
