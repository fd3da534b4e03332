#include <algorithm>

#include "base/text.h"
#include "text/cluster/families.h"
#include "text/cluster/kinds.h"
#include "text/cluster/phrase.h"
#include "text/fault/anchors.h"

namespace railhead::text::cluster {
namespace {

constexpr std::size_t kMostText = 400;                        // bytes of a line that are kept
constexpr std::size_t kMostMessage = std::size_t{64} << 10U;  // the API server's own limit of a message is below
constexpr std::size_t kMostEvents = 2000;

/// What every line with an event holds one of.
const Anchors& anchors() {
  static const Anchors words({"Insufficient ",
                              "enough resource",
                              "Successfully assigned",
                              "unhealthy device",
                              "unregistered device",
                              "devices unavailable",
                              "device pool",
                              "security context",
                              "no providers available",
                              "violates PodSecurity",
                              "openshift.io/sa.scc",
                              "pci addr",
                              "specify either",
                              "physfn",
                              "ailed to set vf",
                              "GUID",
                              "ib-kubernetes",
                              "create macvlan",
                              "awareness mode",
                              "network-attachment",
                              "networkattachment",
                              "AddedInterface",
                              "find plugin",
                              "fork/exec",
                              "allocate IP",
                              "IP addresses",
                              "IPs used out",
                              "pool exhausted"});
  return words;
}

void read_message(std::string_view line, Events& events) {
  read_scheduling(line, events);
  read_device_plugin(line, events);
  read_scc(line, events);
  read_pod_security(line, events);
  read_attachment(line, events);
  read_network(line, events);
  read_addresses(line, events);
}

/// Messages stand in JSON and in logs with quotes escaped, once or more often.
std::string unescaped(std::string_view line) {
  std::string text;
  for (const char c : line.substr(0, kMostMessage)) {
    if (c == '"')
      while (text.ends_with('\\')) text.pop_back();
    text.push_back(c);
  }
  return text;
}

bool shows(std::string_view line) {
  line = line.substr(0, kMostMessage);
  if (!anchors().any_in(line)) return false;
  Events events;
  read_message(unescaped(line), events);
  return !events.empty();
}

/// A list of errors that YAML has folded: the rest of what an earlier line began.
bool continues(std::string_view line) {
  line = line.substr(0, kMostMessage);
  for (const std::string_view phrase : {"provider ", "Invalid value: ", "may not be", "Forbidden", "not usable by",
                                        "serviceaccount", "capability", "not allowed"})
    if (holds(line, phrase)) return true;
  return false;
}

bool is_open(std::string_view message) {
  const auto rest = after(message, "unable to validate against any security context");
  if (!rest) return false;
  const std::size_t colon = rest->find(':');
  if (colon == std::string_view::npos) return rest->size() < std::string_view(" constraint: ").size();
  const std::string_view list = base::trimmed(rest->substr(colon + 1));
  return list.empty() || (list.starts_with('[') && std::ranges::count(list, '[') > std::ranges::count(list, ']'));
}

/// The message that starts on line `at`, with what YAML folded of it. `at` is then its last line.
std::string message_at(const Block& block, std::size_t& at) {
  std::string message = unescaped(block.lines[at].text);
  if (!is_open(message)) return message;
  while (at + 1 < block.lines.size() && message.size() < kMostMessage) {
    const Line& next = block.lines[at + 1];
    if (next.number != block.lines[at].number + 1 || !continues(next.text) || shows(next.text)) break;
    message += " " + unescaped(base::trimmed(next.text));
    ++at;
    if (!is_open(message)) break;
  }
  return message;
}

/// The line, or of a long one the part that says what failed: kubelets put the layers above it first.
std::string shortened(std::string_view message) {
  message = base::trimmed(message);
  const std::size_t part = message.size() > kMostText ? message.rfind("error adding") : std::string_view::npos;
  if (part == std::string_view::npos) return base::one_line(message.substr(0, kMostText));
  return "... " + base::one_line(message.substr(part, kMostText));
}

void read(const Block& block, facts::Cluster& cluster) {
  for (std::size_t at = 0; at < block.lines.size(); ++at) {
    const std::string place = block.place(block.lines[at]);
    const std::string message = message_at(block, at);
    Events events;
    read_message(message, events);
    for (facts::ClusterEvent& event : events) {
      if (cluster.events.size() >= kMostEvents) return;
      add_context(message, event);
      event.text = shortened(message);
      event.source = place;
      cluster.events.push_back(std::move(event));
    }
  }
}

}  // namespace

Kind events() {
  return {.name = "cluster-events", .shows = shows, .continues = continues, .read = nullptr, .read_cluster = read};
}

}  // namespace railhead::text::cluster
