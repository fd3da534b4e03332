#include "finding/cluster/events.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "facts/cluster/cluster.h"

namespace railhead::check {
namespace {

constexpr std::size_t kMostShown = 6;

/// The finding that says this already.
Finding* same(std::vector<Finding>& findings, const std::string& subject, const std::string& message) {
  const auto found = std::ranges::find_if(
      findings, [&](const Finding& finding) { return finding.subject == subject && finding.message == message; });
  return found == findings.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Finding> search_events(const Input& input, const EventSearch& search) {
  if (input.cluster == nullptr) return {};
  std::vector<Finding> findings;
  for (const facts::ClusterEvent& event : input.cluster->events) {
    if (event.word != search.word || (search.is && !search.is(event))) continue;
    const std::string subject = search.subject(event);
    const std::string message = search.message(event);
    if (Finding* known = same(findings, subject, message)) {
      if (known->evidence.size() < kMostShown) known->evidence.push_back(told(event));
      continue;
    }
    findings.push_back(
        violated(search.severity, subject, message, {told(event)}, search.fix ? search.fix(event) : std::string()));
  }
  return findings.empty() ? no_such_event(input, search.what) : findings;
}

std::vector<Finding> no_such_event(const Input& input, const std::string& what) {
  if (input.cluster == nullptr || input.cluster->events.empty()) return {};
  const std::vector<facts::ClusterEvent>& events = input.cluster->events;
  return {ok("cluster", base::format("no {} among its events", what),
             {{base::counted(events.size(), "event"), events.front().source}})};
}

Evidence told(const facts::ClusterEvent& event) { return {event.text, event.source}; }

std::string pod_of(const facts::ClusterEvent& event) {
  if (event.pod.empty() || event.name_space.empty()) return event.pod;
  return event.name_space + "/" + event.pod;
}

std::string pod_subject(const facts::ClusterEvent& event) { return event.pod.empty() ? "pod" : "pod " + pod_of(event); }

std::string network_subject(const facts::ClusterEvent& event) {
  return event.network.empty() ? pod_subject(event) : "network " + event.network;
}

std::string in_namespace(const std::string& name_space) {
  return name_space.empty() ? "" : " -n " + base::shell_word(name_space);
}

}  // namespace railhead::check
