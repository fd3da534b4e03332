#pragma once

#include <string>

#include "facts/cluster/survey/preflight.h"

namespace railhead::test {

/// A job and a cluster from the file preflight.json of a fixture's world. What it does not say is not asked; "denied: WORDS" in
/// place of a value is a fact that may not be read. Members:
///   program, openshift, native_ulimits, kubernetes
///   nodes: {NAME: {ready, schedulable, labels, taints: ["KEY=VALUE:EFFECT"], has: {RESOURCE: N}, used: {RESOURCE: N}}}
///   networks: {"NS/NAME": {resource, config: {...}}}; networks_of: [NS]
///   stack: {PART: [READY, WANTED]}; storage: {NAME: IS_DEFAULT}; apis: {NAME: [VERSION]}
///   accounts, quotas: [{quota, resource, hard, used, left, wanted, scoped}]
///   sccs: {NAME: {ipc_lock, privileged, account_may}}
///   jobs: [{name, space, rdma, memlock, account, scc, scc_made, pods: [{count, requests, selector, nodes, tolerations,
///     running}], networks: [{name, resource, subnet, mtu, found_mtu, made, types, ipam}], objects: [{kind, name, optional,
///     there}], claims: {NAME: CLASS}, apis: [{name, version, kind}], rdma_resources}]
///   trials: [{what, pod, by, taken, said, fix, quota}]
facts::Preflight foreseen_world(const std::string& json);

}  // namespace railhead::test
