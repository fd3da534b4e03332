#include "manifest/render/workload/security.h"

namespace railhead::manifest::render {

bool must_be_root(const Plan& plan) {
  const MemlockWay way = plan.cluster.memlock;
  return plan.rdma() && (way == MemlockWay::ipc_lock || way == MemlockWay::sys_resource);
}

// The user is the pod's: so an SCC needs no other than that one, which the launcher's init container would be by its image.
Tree pod_security(const Plan& plan, const PodShape& shape) {
  Members members;
  if (shape.root || (must_be_root(plan) && shape.role == PodRole::node)) members.emplace_back("runAsUser", number(0));
  members.emplace_back("seccompProfile", mapping({{"type", word("RuntimeDefault")}}));
  return mapping(std::move(members));
}

Tree container_security(const Plan& plan, const PodShape& shape) {
  // no_new_privs would take the launcher the capabilities of its file, by which a user other than root pins memory.
  const bool escalates = plan.rdma() && plan.cluster.memlock == MemlockWay::launcher && shape.role == PodRole::node;
  Members capabilities = {{"drop", words({"ALL"})}};
  if (!shape.capabilities.empty()) capabilities.emplace_back("add", words(shape.capabilities));
  return mapping({{"allowPrivilegeEscalation", truth(escalates)}, {"capabilities", mapping(std::move(capabilities))}});
}

}  // namespace railhead::manifest::render
