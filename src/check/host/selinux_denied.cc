#include "base/text.h"
#include "finding/finding.h"

namespace railhead::check {
namespace {

std::string what(const facts::AccessDenial& denial) {
  if (denial.object_class.starts_with("capability")) return "the capability " + denial.permissions;
  const std::string target = !denial.path.empty()          ? denial.path
                             : !denial.object_type.empty() ? denial.object_type
                                                           : denial.object_class;
  return base::format("{} on {}", denial.permissions, target);
}

std::string who(const facts::AccessDenial& denial) {
  const std::string type = denial.subject_type.empty() ? "" : base::format(" ({})", denial.subject_type);
  return denial.command.empty() ? (denial.subject_type.empty() ? "a process" : denial.subject_type) : denial.command + type;
}

bool is_container(const facts::AccessDenial& denial) { return denial.subject_type.starts_with("container"); }

std::string fix_of(const facts::AccessDenial& denial) {
  if (is_container(denial))
    return "setsebool -P container_use_devices on  # on the host; in Kubernetes let the device plugin hand out /dev/infiniband "
           "instead of a hostPath volume, which keeps the host's label";
  return "";
}

Finding judge(const facts::AccessDenial& denial) {
  const std::string times = denial.count > 1 ? base::format(", {} times", denial.count) : "";
  const std::string contexts = denial.object_type.empty() ? "" : base::format("; target type {}", denial.object_type);
  const Evidence evidence{base::format("denied {{ {} }} to {}{}{}", denial.permissions, who(denial), contexts, times),
                          denial.source};
  if (denial.permissive)
    return violated(Severity::warning, who(denial),
                    base::format("SELinux would deny {} (permissive=1: logged, and let through)", what(denial)), {evidence},
                    fix_of(denial));
  return violated(Severity::error, who(denial), base::format("SELinux denied {}", what(denial)), {evidence}, fix_of(denial));
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  findings.reserve(input.machine.kernel.log.denials.size());
  for (const facts::AccessDenial& denial : input.machine.kernel.log.denials) findings.push_back(judge(denial));
  const facts::Known<bool>& enforcing = input.machine.kernel.selinux_enforcing;
  if (findings.empty() && enforcing.is(false))
    findings.push_back(ok("machine", "SELinux is permissive and denies nothing", {seen(enforcing, "permissive")}));
  return findings;
}

}  // namespace

Check host_selinux_denied() {
  return {
      .title = "SELinux denies what RDMA needs",
      .severity = Severity::error,
      .cause =
          "The policy lets this process not use the RDMA device node, or not pin memory, whatever its user and capabilities "
          "are. In a container nodes keep the host's label infiniband_device_t where they come by hostPath; what a device "
          "plugin or --device hands out is labelled for containers.",
      .fix =
          "ausearch -m avc -ts recent | audit2allow -M railhead-rdma && semodule -i railhead-rdma.pp  # on the host, after a "
          "look at railhead-rdma.te",
      .rule = rule};
}

}  // namespace railhead::check
