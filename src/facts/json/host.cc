#include "base/format.h"
#include "facts/json/known.h"
#include "facts/json/machine.h"

namespace railhead::facts {
namespace {

Json bytes_json(base::Bytes size) { return size.value; }

Json bound_json(const std::optional<std::uint64_t>& bound) { return bound ? Json(*bound) : Json("unlimited"); }

Json limit_json(const Limit& limit) { return {{"soft", bound_json(limit.soft)}, {"hard", bound_json(limit.hard)}}; }

Json byte_limit_json(const Limit& limit) {
  return {{"soft_bytes", bound_json(limit.soft)}, {"hard_bytes", bound_json(limit.hard)}};
}

std::string mask(std::uint64_t set) { return base::format("{:016x}", set); }

Json capabilities_json(const CapabilitySets& sets) {
  return {{"effective", mask(sets.effective)},
          {"permitted", mask(sets.permitted)},
          {"inheritable", mask(sets.inheritable)},
          {"bounding", mask(sets.bounding)},
          {"ambient", mask(sets.ambient)}};
}

Json cgroup_json(const CgroupMemory& group) {
  return {{"version", group.version},
          {"path", base::printable(group.path)},
          {"limit_bytes", group.limit ? Json(group.limit->value) : Json("unlimited")},
          {"used_bytes", group.used.value}};
}

Json pages_json(const HugePages& pages) {
  return {{"page_bytes", pages.page.value}, {"total", pages.total}, {"free", pages.free}};
}

Json group_json(const IommuGroup& group) {
  return {{"group", group.number}, {"type", known_json(group.type)}, {"devices", texts_json(group.devices)}};
}

Json quota_json(const CpuQuota& quota) { return quota.millicpus ? Json(*quota.millicpus) : Json("unlimited"); }

Json ramp_json(const PinRamp& ramp) {
  return {{"largest_bytes", ramp.largest.value},
          {"bound_bytes", ramp.bound.value},
          {"all", ramp.all},
          {"stopped_by", ramp.stopped_by}};
}

}  // namespace

Json json(const Process& process) {
  return {{"uid", known_json(process.uid)},
          {"gid", known_json(process.gid)},
          {"groups", known_json(process.groups)},
          {"capabilities", known_json(process.capabilities, capabilities_json)},
          {"no_new_privs", known_json(process.no_new_privs)},
          {"seccomp", known_json(process.seccomp)},
          {"cpus", known_json(process.cpus)},
          {"initial_user_namespace", known_json(process.initial_user_namespace)},
          {"memlock", known_json(process.memlock, byte_limit_json)},
          {"nofile", known_json(process.nofile, limit_json)},
          {"nproc", known_json(process.nproc, limit_json)},
          {"stack", known_json(process.stack, byte_limit_json)},
          {"cpu_quota_millicpus", known_json(process.cpu_quota, quota_json)},
          {"vm_pin_bytes", known_json(process.vm_pin, bytes_json)},
          {"vm_lck_bytes", known_json(process.vm_lck, bytes_json)},
          {"security_label", known_json(process.security_label)}};
}

Json json(const Memory& memory) {
  const auto shm = [](const FileSystem& system) {
    return Json{{"size_bytes", system.size.value}, {"used_bytes", system.used.value}};
  };
  return {{"total_bytes", known_json(memory.total, bytes_json)},
          {"available_bytes", known_json(memory.available, bytes_json)},
          {"cgroup", known_json(memory.cgroup, cgroup_json)},
          {"shm", known_json(memory.shm, shm)},
          {"huge_pages", known_json(memory.huge_pages, [](const auto& sizes) { return list_json(sizes, pages_json); })}};
}

Json json(const KernelFacts& kernel) {
  const auto module = [](const Module& loaded) {
    return Json{{"name", base::printable(loaded.name)}, {"state", base::printable(loaded.state)}};
  };
  return {{"release", known_json(kernel.release)},
          {"command_line", known_json(kernel.command_line)},
          {"modules", known_json(kernel.modules, [&module](const auto& loaded) { return list_json(loaded, module); })},
          {"built_in", known_json(kernel.built_in, texts_json)},
          {"iommu_units", known_json(kernel.iommu.units, texts_json)},
          {"iommu_groups", known_json(kernel.iommu.groups, [](const auto& groups) { return list_json(groups, group_json); })},
          {"selinux_enforcing", known_json(kernel.selinux_enforcing)},
          {"apparmor_enabled", known_json(kernel.apparmor_enabled)},
          {"memory_peers", known_json(kernel.memory_peers, texts_json)}};
}

Json json(const Pinning& pinning) {
  return {{"registered", known_json(pinning.registered, ramp_json)},
          {"locked", known_json(pinning.locked, ramp_json)},
          {"device", base::printable(pinning.device)}};
}

}  // namespace railhead::facts
