#pragma once

#include <functional>
#include <string>
#include <vector>

#include "facts/cluster/cluster.h"
#include "facts/cluster/event.h"
#include "finding/finding.h"

/// Findings about what texts of Kubernetes say.
namespace railhead::check {

/// A refusal that texts are searched for. `subject`: whom or what it is about, of which there is one finding each; the other
/// functions are asked of its first event.
struct EventSearch {
  Severity severity = Severity::error;
  facts::ClusterWord word;
  const char* what;  // for the good case: "refused VLAN"
  std::function<std::string(const facts::ClusterEvent&)> subject;
  std::function<std::string(const facts::ClusterEvent&)> message;
  std::function<std::string(const facts::ClusterEvent&)> fix = {};
  std::function<bool(const facts::ClusterEvent&)> is = {};  // empty: all of that word
};

/// One finding for each subject and message; ok where texts of a cluster were read that hold no such refusal; nothing where
/// none were read.
std::vector<Finding> search_events(const Input& input, const EventSearch& search);

/// The one ok finding of a check that found nothing among the events; nothing without events.
std::vector<Finding> no_such_event(const Input& input, const std::string& what);

/// The event's line as evidence.
Evidence told(const facts::ClusterEvent& event);

/// "default/trainer-0", "trainer-0", or nothing.
std::string pod_of(const facts::ClusterEvent& event);

/// "pod default/trainer-0", or "pod".
std::string pod_subject(const facts::ClusterEvent& event);

/// "network rail1", or the pod where the line names no network.
std::string network_subject(const facts::ClusterEvent& event);

/// " -n NAMESPACE", or nothing: for commands.
std::string in_namespace(const std::string& name_space);

}  // namespace railhead::check
