// Pod Security in words.
#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "report/scc/text/reasons.h"

namespace railhead::report {
namespace {

using manifest::psa::Violation;

struct Row {
  std::string_view id;
  std::string_view words;  // behind "does not allow"
};

constexpr std::array<Row, 17> kRows = {{{"appArmorProfile", "its AppArmor profile"},
                                        {"capabilities_restricted", "a container that does not drop ALL"},
                                        {"hostPathVolumes", "hostPath volumes"},
                                        {"hostPorts", "host ports"},
                                        {"hostProbesAndHostLifecycle", "a host in probes and lifecycle hooks"},
                                        {"privileged", "privileged containers"},
                                        {"procMount", "procMount: Unmasked"},
                                        {"procMount_restricted", "procMount: Unmasked"},
                                        {"seLinuxOptions", "its seLinuxOptions"},
                                        {"seccompProfile_baseline", "its seccomp profile"},
                                        {"seccompProfile_restricted", "a container without a seccomp profile"},
                                        {"sysctls", "its sysctls"},
                                        {"windowsHostProcess", "hostProcess containers"},
                                        {"allowPrivilegeEscalation", "a container without allowPrivilegeEscalation: false"},
                                        {"restrictedVolumes", "its types of volumes"},
                                        {"runAsNonRoot", "a container without runAsNonRoot: true"},
                                        {"runAsUser", "uid 0 (root)"}}};

/// The names in quotes behind "must not include".
std::vector<std::string> capabilities(const Violation& violation) {
  std::vector<std::string> names;
  const std::size_t include = violation.detail.find("must not include ");
  if (!violation.id.starts_with("capabilities") || include == std::string::npos) return names;
  std::string_view rest = std::string_view(violation.detail).substr(include);
  rest = rest.substr(0, rest.rfind(" in securityContext"));
  const std::vector<std::string_view> parts = base::split(rest, '"');
  for (std::size_t i = 1; i < parts.size(); i += 2) names.emplace_back(parts[i]);
  return names;
}

/// "hostNetwork=true, hostIPC=true"
std::vector<std::string> host_namespaces(const Violation& violation) {
  std::vector<std::string> names;
  for (const std::string_view part : base::split(violation.detail, ','))
    names.emplace_back(base::trimmed(part.substr(0, part.find('='))));
  return names;
}

std::vector<std::string> nouns(const Violation& violation) {
  if (violation.id == "hostNamespaces") return host_namespaces(violation);
  if (std::vector<std::string> names = capabilities(violation); !names.empty()) return names;
  const auto* const row = std::ranges::find(kRows, violation.id, &Row::id);
  return {row == kRows.end() ? violation.reason : std::string(row->words)};
}

}  // namespace

std::vector<std::string> refused_by_level(const manifest::admission::Verdict& verdict) {
  std::vector<std::string> words;
  for (const Violation& violation : verdict.violations)
    for (std::string& noun : nouns(violation))
      if (std::ranges::find(words, noun) == words.end()) words.push_back(std::move(noun));
  // What pins memory is what people look for.
  std::ranges::stable_partition(words, [](const std::string& word) { return word == "IPC_LOCK" || word == "SYS_RESOURCE"; });
  return words;
}

}  // namespace railhead::report
