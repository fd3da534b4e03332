#include "probe/rdma/devices.h"

#include "probe/rdma/device.h"
#include "probe/rdma/nodes.h"
#include "probe/rdma/outline.h"
#include "probe/rdma/verbs.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kClass = "/sys/class/infiniband";

/// "No such class" says that the kernel has no RDMA core only where there are classes at all: some captures hold the PCI bus
/// alone.
facts::Missing no_class(const sys::World& world, sys::Errno error) {
  facts::Missing missing = missing_of(error);
  if (missing.why != facts::Why::not_found || world.files.exists("/sys/class")) return missing;
  if (!world.live) return {.why = facts::Why::not_asked};
  return {.why = facts::Why::unavailable, .detail = "no /sys/class: sysfs is not mounted here"};
}

std::optional<facts::NetnsMode> parse_netns_mode(std::string_view text) {
  if (text == "Y") return facts::NetnsMode::shared;
  if (text == "N") return facts::NetnsMode::exclusive;
  return std::nullopt;
}

/// Devices are folders or links to them; a link that leads nowhere is still a device that the class names.
bool is_device(const sys::FileTree& files, const std::string& name) {
  const sys::Outcome<sys::Node> node = files.node(std::string(kClass) + "/" + name);
  return node && (node->type == sys::NodeType::folder || node->type == sys::NodeType::link);
}

class Reader {
 public:
  Reader(const sys::World& world, Level level, const facts::Pci& pci, Extent extent)
      : world_(world),
        level_(level),
        pci_(pci),
        extent_(extent),
        nodes_(world, level),
        uverbs_(world.files, "/sys/class/infiniband_verbs"),
        umads_(extent == Extent::everything ? std::optional<NodeNames>(NodeNames(world.files, "/sys/class/infiniband_mad"))
                                            : std::nullopt) {}

  facts::Rdma rdma() const {
    facts::Rdma rdma;
    rdma.devices = devices();
    rdma.nodes = nodes_.names();
    if (extent_ == Extent::plan) return rdma;
    rdma.netns_mode =
        parsed<facts::NetnsMode>(world_.files, "/sys/module/ib_core/parameters/netns_mode", "Y or N", parse_netns_mode);
    rdma.rdma_cm = nodes_.node("rdma_cm");
    return rdma;
  }

 private:
  facts::Known<std::vector<facts::Device>> devices() const {
    const sys::Outcome<std::vector<std::string>> names = world_.files.list(kClass);
    if (!names) return {no_class(world_, names.error()), kClass};
    std::vector<facts::Device> devices;
    devices.reserve(names->size());
    for (const std::string& name : *names)
      if (extent_ == Extent::plan || is_device(world_.files, name)) devices.push_back(device(name));
    if (level_ < Level::open || devices.empty() || extent_ == Extent::plan) return {std::move(devices), kClass};
    const sys::Outcome<std::vector<sys::VerbsDevice>> verbs = world_.kernel.verbs();
    for (facts::Device& device : devices) add_verbs(verbs, device);
    return {std::move(devices), kClass};
  }

  facts::Device device(const std::string& name) const {
    facts::Known<std::string> uverbs = uverbs_.of(name);
    facts::DeviceNode node = nodes_.node(uverbs);
    facts::Device device = read(name, node);
    device.uverbs = std::move(uverbs);
    device.uverbs_node = std::move(node);
    if (umads_) device.umad_node = nodes_.node(umads_->of(name));
    return device;
  }

  facts::Device read(const std::string& name, const facts::DeviceNode& node) const {
    if (extent_ == Extent::everything) return probe::device(world_.files, name, pci_);
    const bool refused = node.present.is(false) || (!node.opens && !node.opens.not_asked());
    return outline(world_.files, name, pci_, !refused);
  }

  const sys::World& world_;
  Level level_;
  const facts::Pci& pci_;
  Extent extent_;
  DeviceNodes nodes_;
  NodeNames uverbs_;
  std::optional<NodeNames> umads_;
};

}  // namespace

facts::Rdma rdma(const sys::World& world, Level level, const facts::Pci& pci, Extent extent) {
  return Reader(world, level, pci, extent).rdma();
}

}  // namespace railhead::probe
