#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "facts/rdma/usable.h"

/// The ports of a machine as the rules of the fabric see them: which are this job's to use, and how much hangs on each.
namespace railhead::check {

/// A port with what most rules ask first. It points into the machine it was made from.
struct PortView {
  const facts::Device* device = nullptr;
  const facts::Port* port = nullptr;
  facts::Usable usable = facts::Usable::unknown;
  bool allocated = false;  // the orchestrator gave this device to this container
  /// Not this job's to use: others of the visible devices were given to it, or the device's node is not here. A pod on a node
  /// with adapters sees them all, and the state of those is nobody's fault.
  bool foreign = false;
};

struct Ports {
  const facts::Machine& machine;
  const Options& options;
  std::vector<PortView> views;
};

Ports ports_of(const Input& input);

/// "mlx5_0/1"
std::string subject(const PortView& view);

/// ACTIVE, or ACTIVE_DEFER, which a port passes through on its way back.
bool is_active(const facts::Port& port);

/// RoCE: Ethernet below, and not the iWARP that node type RNIC stands for.
bool is_roce(const PortView& view);
bool is_infiniband(const PortView& view);

/// How much a port that cannot be used weighs. error: it was given to this container, or nothing else is left. warning: another
/// port of its kind is left, and a job that is told nothing tries both; or it is the card of virtual functions. info: only
/// ports of another kind are left; or it is a virtual function that this host lent to a pod.
Severity weight_of_loss(const Ports& ports, const PortView& view);

/// A rule that judges one port; nothing where it has nothing to say.
using PortRule = std::function<std::optional<Finding>(const Ports&, const PortView&)>;

/// Judges every port but those that belong to others, folded(). No findings without an RDMA core or devices: hca.none says
/// that.
std::vector<Finding> each_port(const Input& input, const PortRule& rule);

/// As each_port, for RoCE ports alone; a port whose link layer could not be read gives unknown.
std::vector<Finding> each_roce_port(const Input& input, const PortRule& rule);

}  // namespace railhead::check
