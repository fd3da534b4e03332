#include "text/node/node.h"

#include "text/node/kinds.h"

namespace railhead::text {

const std::vector<Kind>& node_texts() {
  static const std::vector<Kind> kinds = {node::lspci(),     node::gpu_topology(), node::rdma_counters(),
                                          node::audit_log(), node::kernel_log(),   node::rdma_system()};
  return kinds;
}

}  // namespace railhead::text
