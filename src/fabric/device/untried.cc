#include "fabric/device/untried.h"

#include "facts/rdma/usable.h"

namespace railhead::fabric {
namespace {

bool nobody_looked(const facts::Machine& machine, const facts::DeviceNode& node) {
  return node.present.has() ? *node.present && node.opens.not_asked() : machine.rdma.nodes.not_asked();
}

}  // namespace

bool is_merely_untried(const facts::Machine& machine, const facts::Device& device, const facts::Port& port) {
  if (!nobody_looked(machine, device.uverbs_node)) return false;
  // The rest of the verdict, were the node there and open. Only what a verdict looks at is taken along.
  facts::Device opened;
  opened.node_type = device.node_type;
  opened.netdevs = device.netdevs;
  opened.verbs_lists = device.verbs_lists;
  opened.verbs_opens = device.verbs_opens;
  opened.uverbs = {std::string("uverbs"), ""};
  opened.uverbs_node.present = {true, ""};
  opened.uverbs_node.opens = {true, ""};
  return facts::port_use(machine, opened, port).usable == facts::Usable::yes;
}

}  // namespace railhead::fabric
