#include <array>

#include "base/text.h"
#include "text/cluster/families.h"
#include "text/cluster/phrase.h"

// Multus (pkg/k8sclient, pkg/multus): "cannot find a network-attachment-definition (NAME) in namespace (NAMESPACE): REASON".
// Only the API server's "not found" as the reason says that it is not there; a refused or failed call does not. The same words
// stand in events of pods that start, where Multus looks for the cluster's default network among the definitions before it
// takes the file.
namespace railhead::text::cluster {
namespace {

using facts::ClusterEvent;
using facts::ClusterWord;

/// NAME of "(NAME)".
std::optional<std::string_view> in_parentheses(std::string_view text) {
  const std::size_t close = text.find(')');
  if (!text.starts_with('(') || close == std::string_view::npos) return std::nullopt;
  return text.substr(1, close - 1);
}

/// The API server's: network-attachment-definitions.k8s.cni.cncf.io "NAME" not found.
std::optional<std::string_view> not_found(std::string_view line) {
  constexpr std::array<std::string_view, 4> kTypes = {
      "network-attachment-definitions.k8s.cni.cncf.io ", "networkattachmentdefinitions.k8s.cni.cncf.io ",
      "networkattachmentdefinition.k8s.cni.cncf.io ", "network-attachment-definition.k8s.cni.cncf.io "};
  for (const std::string_view type : kTypes) {
    const auto rest = after(line, type);
    const auto name = rest ? in_quotes(*rest) : std::nullopt;
    if (name && rest->substr(name->size() + 2).starts_with(" not found")) return name;
  }
  return std::nullopt;
}

/// A pod could not be set up, rather than one thing of several was looked for.
bool is_fatal(std::string_view line) {
  return holds(line, "FailedCreatePodSandBox") || holds(line, "pod sandbox") || holds(line, "error loading k8s delegates") ||
         holds(line, "error adding") || holds(line, "failed to set up") || holds(line, "failed to setup");
}

void read_missing(std::string_view line, Events& events) {
  const auto absent = not_found(line);
  if (!absent) return;
  ClusterEvent event{.word = ClusterWord::network_missing, .network = kept(*absent), .fatal = is_fatal(line)};
  if (const auto rest = after(line, "network-attachment-definition (")) {
    const auto space = after(*rest, "in namespace ");
    if (const auto name = space ? in_parentheses(*space) : std::nullopt) event.name_space = kept(*name);
  }
  events.push_back(std::move(event));
}

/// "Add net1 [192.168.12.7/24] from default/rail1"
void read_added(std::string_view line, Events& events) {
  const auto rest = holds(line, "AddedInterface") ? after(line, "Add ") : std::nullopt;
  if (!rest) return;
  ClusterEvent event{.word = ClusterWord::interface_added, .netdev = kept(name_at(*rest))};
  if (const auto from = after(*rest, "] from ")) {
    const std::string_view name = name_at(*from);
    const std::size_t slash = name.rfind('/');
    event.network = kept(slash == std::string_view::npos ? name : name.substr(slash + 1));
    if (slash != std::string_view::npos) event.name_space = kept(name.substr(0, slash));
  }
  if (!event.netdev.empty()) events.push_back(std::move(event));
}

/// libcni's: failed to find plugin "NAME" in path [/opt/cni/bin]; or the start of a plugin that was found and then removed.
void read_plugin(std::string_view line, Events& events) {
  if (const auto rest = after(line, "failed to find plugin ")) {
    const auto name = in_quotes(*rest);
    const auto path = after(*rest, " in path");
    if (!name || name->empty() || !path) return;
    const std::size_t open = path->find('[');
    const std::size_t close = path->find(']');
    std::string where;
    if (open != std::string_view::npos && close != std::string_view::npos && open < close)
      where = kept(path->substr(open + 1, close - open - 1));
    events.push_back({.word = ClusterWord::plugin_missing, .plugin = kept(*name), .reason = where});
  } else if (const auto start = after(line, "fork/exec /opt/cni/bin/")) {
    const std::string_view name = name_at(*start);
    if (!name.empty() && start->substr(name.size()).starts_with(": no such file"))
      events.push_back({.word = ClusterWord::plugin_missing, .plugin = kept(name), .reason = "/opt/cni/bin"});
  }
}

}  // namespace

void read_network(std::string_view line, Events& events) {
  read_missing(line, events);
  read_added(line, events);
  read_plugin(line, events);
}

}  // namespace railhead::text::cluster
