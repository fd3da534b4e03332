#include "cli/init/detected.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/fields/format.h"
#include "probe/machine.h"

namespace railhead::cli {
namespace {

using facts::LinkLayer;
using manifest::job::Answers;
using manifest::job::Format;
using manifest::job::Origin;

/// A port that a rail could be.
struct RailPort {
  const facts::Device* device;
  LinkLayer layer;
  bool active;
};

/// Domains of resources as PCIDEVICE_ variables have them: '.' and '-' are lost there.
struct Domain {
  std::string_view written;
  std::string_view domain;
};
constexpr std::array kDomains = {Domain{"OPENSHIFT_IO_", "openshift.io/"}, Domain{"NVIDIA_COM_", "nvidia.com/"},
                                 Domain{"MELLANOX_COM_", "mellanox.com/"}, Domain{"INTEL_COM_", "intel.com/"},
                                 Domain{"RDMA_", "rdma/"}};

class Detection {
 public:
  explicit Detection(const sys::World& world) : world_(world), machine_(probe::machine(world, {.level = probe::Level::off})) {}

  Answers all() && {
    const auto& orchestrator = machine_.container.orchestrator;
    in_pod_ = orchestrator.is("kubernetes") || orchestrator.is("openshift");
    if (in_pod_) {
      put("platform", *orchestrator, orchestrator.source());
      name_space();
    }
    find_ports();
    if (!in_pod_ && ports_.empty()) return std::move(answers_);
    gpus();
    fabric();
    if (in_pod_)
      allocations();
    else
      rails();
    return std::move(answers_);
  }

 private:
  void put(const std::string& key, std::string text, std::string source) {
    answers_.put(key, {.text = std::move(text), .origin = Origin::detected, .source = std::move(source)});
  }

  static bool fits(Format format, std::string_view text) {
    const manifest::job::FormatFacts& facts = manifest::job::facts_of(format);
    return text.size() <= facts.longest && facts.fits(text);
  }

  void name_space() {
    for (const char* run : {"/run", "/var/run"}) {
      const std::string file = std::string(run) + "/secrets/kubernetes.io/serviceaccount/namespace";
      const auto text = world_.files.read(file);
      const std::string name(text ? base::trimmed(*text) : "");
      if (!fits(Format::label, name)) continue;
      put("namespace", name, file);
      put("create-namespace", "false", file + ": it is there already");
      return;
    }
  }

  void find_ports() {
    if (!machine_.rdma.devices) return;
    for (const facts::Device& device : *machine_.rdma.devices) {
      const bool is_virtual = device.function.is(facts::Function::virtual_function);
      // On a node the virtual functions belong to pods.
      if (!device.pci_address || (is_virtual && !in_pod_)) continue;
      for (const facts::Port& port : device.ports)
        if (port.link_layer && *port.link_layer != LinkLayer::other)
          ports_.push_back({&device, *port.link_layer, port.state.is(facts::PortState::active)});
    }
    if (std::ranges::any_of(ports_, &RailPort::active)) std::erase_if(ports_, [](const RailPort& one) { return !one.active; });
    // Adapters of both kinds: the jobs' is InfiniBand, the other the pods' own network or the storage's.
    const auto is_infiniband = [](const RailPort& one) { return one.layer == LinkLayer::infiniband; };
    if (std::ranges::any_of(ports_, is_infiniband)) std::erase_if(ports_, std::not_fn(is_infiniband));
    if (ports_.size() > manifest::job::kMostRails) ports_.resize(manifest::job::kMostRails);
  }

  void gpus() {
    const facts::Gpus& gpus = machine_.gpu;
    const std::size_t known = gpus.gpus ? gpus.gpus->size() : 0;
    const bool own = in_pod_ && gpus.nvidia_nodes && *gpus.nvidia_nodes > 0;
    const std::size_t count = own ? *gpus.nvidia_nodes : known;
    if (count == 0 || count > 64) return;
    put("gpus-per-node", std::to_string(count), own ? gpus.nvidia_nodes.source() : gpus.gpus.source());
    if (known > 0 && gpus.gpus->front().vendor == "AMD") put("gpu-resource", "amd.com/gpu", gpus.gpus.source());
  }

  bool has_virtual_functions(const facts::Device& device) const {
    const facts::PciFunction* function = facts::find(machine_.pci, *device.pci_address);
    return function && function->sriov_vfs.value_or(0) > 0;
  }

  void fabric() {
    if (ports_.empty()) return;
    const facts::Device& device = *ports_.front().device;
    const bool infiniband = ports_.front().layer == LinkLayer::infiniband;
    const bool is_virtual = device.function.is(facts::Function::virtual_function);
    const bool sriov = is_virtual || has_virtual_functions(device);
    const bool moved = in_pod_ && !machine_.container.allocations.empty();
    std::string_view name = infiniband ? "shared-infiniband" : "macvlan-roce";
    if (moved) name = infiniband ? "host-device-infiniband" : "host-device-roce";
    if (sriov) name = infiniband ? "sriov-infiniband" : "sriov-roce";
    put("fabric", std::string(name),
        base::format("/sys/class/infiniband: {} is {}, {}", device.name, facts::name(ports_.front().layer),
                     is_virtual ? "a virtual function"
                     : sriov    ? "with virtual functions"
                                : "without virtual functions"));
  }

  /// Of a node. Shared devices are one resource, however many they are.
  void rails() {
    if (ports_.empty() || answers_.is("fabric", "shared-infiniband")) return;
    put("rails", std::to_string(ports_.size()), "/sys/class/infiniband: ports of this node");
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      const facts::Device& device = *ports_[i].device;
      if (!device.netdevs || device.netdevs->empty() || !fits(Format::interface, device.netdevs->front())) continue;
      put(Answers::key_of("rail-interface", i), device.netdevs->front(), device.netdevs.source());
    }
  }

  /// Of a pod: what the device plugins gave to it.
  void allocations() {
    std::size_t rail = 0;
    for (const facts::Allocation& allocation : machine_.container.allocations) {
      const std::string& name = allocation.resource;
      const auto known = std::ranges::find_if(kDomains, [&](const Domain& one) { return name.starts_with(one.written); });
      if (known == kDomains.end() || rail == manifest::job::kMostRails) continue;
      const std::string resource = std::string(known->domain) + base::lowered(name.substr(known->written.size()));
      if (!fits(Format::resource, resource)) continue;
      put(Answers::key_of("rail-resource", rail++), resource, allocation.variable + ", which has no small letters");
    }
    if (rail > 0) put("rails", std::to_string(rail), "PCIDEVICE_ variables of this pod");
  }

  const sys::World& world_;
  facts::Machine machine_;
  bool in_pod_ = false;
  std::vector<RailPort> ports_;
  Answers answers_;
};

}  // namespace

Answers detected_answers(const sys::World& world) { return Detection(world).all(); }

}  // namespace railhead::cli
