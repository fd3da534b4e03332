#pragma once

#include <string_view>
#include <vector>

#include "facts/cluster/event.h"

/// What each part of a cluster says, one family a file. `line` is one message with escaped quotes undone; a reader adds what it
/// finds, with nothing of where it stands or whom it is about.
namespace railhead::text::cluster {

using Events = std::vector<facts::ClusterEvent>;

/// Schedulers ("0/5 nodes are available: 2 Insufficient x") and kubelets ("Node didn't have enough resource: x").
void read_scheduling(std::string_view line, Events& events);

/// Device plugins without a device, and kubelets that have no healthy one to give.
void read_device_plugin(std::string_view line, Events& events);

/// "unable to validate against any security context constraint: [...]"
void read_scc(std::string_view line, Events& events);

/// "violates PodSecurity "baseline:latest": ..."
void read_pod_security(std::string_view line, Events& events);

/// sriov-cni, ib-sriov-cni, host-device, macvlan, rdma-cni: what they say of the device they were given.
void read_attachment(std::string_view line, Events& events);

/// Multus: networks that are not there and networks that were attached. CNI plugins that are not on the node.
void read_network(std::string_view line, Events& events);

/// whereabouts, host-local, and others that give addresses.
void read_addresses(std::string_view line, Events& events);

/// Whom a line is about, as far as it tells: pod, its namespace, network. What an event has already stays.
void add_context(std::string_view line, facts::ClusterEvent& event);

}  // namespace railhead::text::cluster
