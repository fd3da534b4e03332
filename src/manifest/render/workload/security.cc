#include "manifest/render/workload/security.h"

namespace railhead::manifest::render {

bool must_be_root(const Plan& plan) {
  const MemlockWay way = plan.cluster.memlock;
  return plan.rdma() && (way == MemlockWay::ipc_lock || way == MemlockWay::sys_resource);
}

Tree pod_security() { return mapping({{"seccompProfile", mapping({{"type", word("RuntimeDefault")}})}}); }

Tree container_security(const Plan& plan, const PodShape& shape) {
  // no_new_privs would take the launcher the capabilities of its file, by which a user other than root pins memory.
  const bool escalates = plan.rdma() && plan.cluster.memlock == MemlockWay::launcher && shape.role == PodRole::node;
  Members members = {{"allowPrivilegeEscalation", truth(escalates)}};
  Members capabilities = {{"drop", words({"ALL"})}};
  if (!shape.capabilities.empty()) capabilities.emplace_back("add", words(shape.capabilities));
  members.emplace_back("capabilities", mapping(std::move(capabilities)));
  const bool root = shape.root || (must_be_root(plan) && shape.role == PodRole::node);
  if (root) members.emplace_back("runAsUser", number(0));
  return mapping(std::move(members));
}

}  // namespace railhead::manifest::render
