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
  return holds(line, "provider ") || holds(line, ": Invalid value: ") || holds(line, "may not be added");
}

bool is_open(std::string_view message) {
  const auto rest = after(message, "security context constraint: [");
  if (!rest) return false;
  return std::ranges::count(*rest, '[') + 1 > std::ranges::count(*rest, ']');
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
    if (holds(next.text, "]") && !is_open(message)) break;
  }
  return message;
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
      event.text = base::one_line(base::trimmed(std::string_view(message).substr(0, kMostText)));
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
