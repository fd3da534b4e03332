#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fabric/port/ports.h"
#include "finding/check.h"

/// Rules about ports: which are judged, and how much hangs on each.
namespace railhead::check {

struct Ports {
  const facts::Machine& machine;
  const Options& options;
  std::vector<PortView> views;
};

Ports ports_of(const Input& input);

/// How much a port that cannot be used weighs. error: it was given to this container, or nothing else is left. warning: another
/// port of its kind is left, and a job that is told nothing tries both; or it is the card of virtual functions. info: only
/// ports of another kind are left; or it is a virtual function that this host lent to a pod.
Severity weight_of_loss(const Ports& ports, const PortView& view);

/// What a rule about GPUs and adapters says where a port may be used and the list of GPUs could not be read; nothing where it
/// was, or where there is no PCI bus to have one.
std::optional<Finding> no_gpu_list(const Ports& ports);

/// A rule that judges one port; nothing where it has nothing to say.
using PortRule = std::function<std::optional<Finding>(const Ports&, const PortView&)>;

/// Judges every port but those that belong to others, folded(); nothing is worse than info under --mode tcp. No findings
/// without an RDMA core or devices: hca.none says that.
std::vector<Finding> each_port(const Input& input, const PortRule& rule);

/// As each_port, for RoCE ports alone; a port whose link layer could not be read gives unknown.
std::vector<Finding> each_roce_port(const Input& input, const PortRule& rule);

}  // namespace railhead::check
