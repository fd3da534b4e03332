#include <map>

#include "base/text.h"
#include "fabric/port/ports.h"
#include "finding/finding.h"
#include "finding/log/gids.h"
#include "finding/scope.h"
#include "finding/told.h"

namespace railhead::check {
namespace {

/// The devices by what they come to, and for those that do not count the reasons, each with the devices it keeps out.
struct Sorted {
  std::vector<std::string> usable;
  std::vector<std::string> undecided;
  std::vector<std::string> out;
  std::map<std::string, std::vector<std::string>> reasons;
};

/// A reason names the device's own node, which differs from device to device: without it equal reasons fall together.
std::string general(std::string reason, const facts::Device& device) {
  if (!device.uverbs) return reason;
  const std::size_t at = reason.find(*device.uverbs);
  if (at != std::string::npos) reason.replace(at, device.uverbs->size(), "its uverbs node");
  return reason;
}

std::string reason_of(const facts::Machine& machine, const facts::Device& device) {
  for (const facts::Port& port : device.ports) {
    const facts::PortUse use = port_use(machine, device, port);
    if (!use.reason.empty()) return general(use.reason, device);
  }
  return "no port";
}

Sorted sorted(const facts::Machine& machine) {
  Sorted result;
  for (const facts::Device& device : *machine.rdma.devices) {
    const facts::Usable how = usable(machine, device);
    if (how == facts::Usable::yes) {
      result.usable.push_back(device.name);
      continue;
    }
    (how == facts::Usable::no ? result.out : result.undecided).push_back(device.name);
    result.reasons[reason_of(machine, device)].push_back(device.name);
  }
  return result;
}

/// As listings tell it, which do not say whether a device opens. Several ports of one device count as one.
Sorted sorted_as_told(const facts::Machine& machine) {
  Sorted result;
  for (const facts::Device& device : *machine.rdma.devices) {
    bool any = false;
    bool open = device.ports.empty();
    bool down = true;
    for (const facts::Port& port : device.ports) {
      const std::optional<bool> told = usable_as_told(machine, device, port);
      any = any || told == true;
      open = open || !told;
      down = down && !is_active(port);
    }
    (any ? result.usable : open ? result.undecided : result.out).push_back(device.name);
    if (!any && !open)
      result.reasons[down ? "not active" : "active, but nothing gives it to this network namespace"].push_back(device.name);
  }
  return result;
}

Evidences evidence_of(const Sorted& devices) {
  Evidences evidence;
  for (const auto& [reason, names] : devices.reasons) {
    if (evidence.size() == 8) break;
    evidence.push_back({base::format("{}: {}", listed(names), reason), "/sys/class/infiniband, /dev/infiniband"});
  }
  return evidence;
}

/// A pod of an RDMA node sees every device without having one: that is as good as none, and the job uses TCP.
Finding none_usable(const Input& input, const Sorted& devices) {
  const bool wanted = rdma_use(input) == RdmaUse::wanted;
  return violated(wanted ? Severity::error : Severity::warning, "machine",
                  base::format("{} visible, none usable here, so that a job uses TCP: {}",
                               base::counted(devices.out.size(), "RDMA device"), devices.reasons.begin()->first),
                  evidence_of(devices),
                  "In the container of the pod, with the RDMA resource that the node advertises:\n"
                  "resources:\n  limits:\n    RESOURCE: 1");
}

/// Some are, others are not.
Finding some_usable(const Input& input, const Sorted& devices, Evidences evidence) {
  return violated(
      Severity::info, "machine",
      base::format("{} visible, {} usable here: {}", base::counted(input.machine.rdma.devices->size(), "RDMA device"),
                   devices.usable.size(), listed(devices.usable)),
      std::move(evidence),
      base::format("export NCCL_IB_HCA=={}  # where a job must not try the others",
                   base::shell_word(base::joined(devices.usable, ","))));
}

/// A listing may be a part of what is there: that none is usable does not follow from it.
std::optional<Finding> of_listings(const Input& input) {
  const Sorted told = sorted_as_told(input.machine);
  if (told.usable.empty() || told.out.empty() || !told.undecided.empty()) return std::nullopt;
  Evidences evidence;
  for (const auto& [reason, names] : told.reasons)
    evidence.push_back(seen(input.machine.rdma.devices, base::format("{}: {}", listed(names), reason)));
  return some_usable(input, told, std::move(evidence));
}

std::vector<Finding> rule(const Input& input) {
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  if (of_texts(input))
    if (auto finding = of_listings(input)) return {*std::move(finding)};
  const Sorted devices = sorted(input.machine);
  const Evidences evidence = evidence_of(devices);
  if (!devices.undecided.empty() && devices.usable.empty()) {
    return {unknown("machine", "whether an RDMA device is usable here is not known", evidence)};
  }
  if (devices.usable.empty() && of_texts(input))
    return {unknown("machine", "no device in these texts is usable; whether there are others they do not tell", evidence)};
  if (devices.usable.empty()) return {none_usable(input, devices)};
  if (devices.out.empty())
    return {ok("machine", base::format("all visible RDMA devices are usable: {}", listed(devices.usable)),
               {seen(input.machine.rdma.devices, listed(devices.usable))})};
  return {some_usable(input, devices, evidence)};
}

}  // namespace

Check hca_visible_not_usable() {
  return {.title = "Some visible RDMA devices are not usable here",
          .severity = Severity::info,
          .cause =
              "In shared mode every network namespace sees all RDMA devices of the node. A device counts when its uverbs node "
              "is here and opens, its port is active and, for RoCE, an interface of it is in this network namespace.",
          .fix =
              "railhead doctor --only hca.uverbs-missing,hca.uverbs-denied,port,gid  # says why; devices that belong to others "
              "need nothing",
          .rule = rule};
}

}  // namespace railhead::check
