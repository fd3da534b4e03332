#include "finding/admission/scc_change.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::check {
namespace {

using facts::AdmissionField;
using facts::SccRefusal;

/// A line of an SCC's manifest: a value, or a list with what is there already.
struct Line {
  std::string key;
  std::string value = {};
  std::vector<std::string> items = {};
};

Line list_with(const char* key, const SccRefusal& refusal, std::string item) {
  Line line{.key = key, .items = refusal.listed};
  line.items.push_back(std::move(item));
  return line;
}

Line volume_line(const SccRefusal& refusal) {
  // Its field decides on it, whatever the list says.
  if (refusal.value == "hostPath") return {"allowHostDirVolumePlugin", "true"};
  if (refusal.why.starts_with("Flexvolume")) return {"allowedFlexVolumes", base::format("[{{driver: {}}}]", refusal.value)};
  Line line = list_with("volumes", refusal, refusal.value);
  std::erase(line.items, "none");
  return line;
}

Line line_for(const SccRefusal& refusal) {
  switch (refusal.field) {
    case AdmissionField::fs_group: return {"fsGroup", "{type: RunAsAny}"};
    case AdmissionField::supplemental_groups: return {"supplementalGroups", "{type: RunAsAny}"};
    case AdmissionField::seccomp: return list_with("seccompProfiles", refusal, refusal.value);
    case AdmissionField::se_linux: return {"seLinuxContext", "{type: RunAsAny}"};
    case AdmissionField::host_network: return {"allowHostNetwork", "true"};
    case AdmissionField::host_pid: return {"allowHostPID", "true"};
    case AdmissionField::host_ipc: return {"allowHostIPC", "true"};
    case AdmissionField::host_users: return {"userNamespaceLevel", "AllowHostLevel"};
    case AdmissionField::sysctl: return list_with("allowedUnsafeSysctls", refusal, refusal.value);
    case AdmissionField::volume: return volume_line(refusal);
    case AdmissionField::run_as_user:
    case AdmissionField::run_as_non_root: return {"runAsUser", "{type: RunAsAny}"};
    case AdmissionField::privileged: return {};  // nothing opens an SCC for that
    case AdmissionField::capability: return list_with("allowedCapabilities", refusal, refusal.value);
    case AdmissionField::host_port: return {"allowHostPorts", "true"};
    case AdmissionField::privilege_escalation: return {"allowPrivilegeEscalation", "true"};
    case AdmissionField::read_only_root: return {"readOnlyRootFilesystem", "false"};
  }
  return {};
}

void add(Line line, std::vector<Line>& lines) {
  if (line.key.empty()) return;
  const auto known = std::ranges::find(lines, line.key, &Line::key);
  if (known == lines.end()) {
    lines.push_back(std::move(line));
    return;
  }
  for (std::string& item : line.items)
    if (std::ranges::find(known->items, item) == known->items.end()) known->items.push_back(std::move(item));
}

/// A word that YAML takes for text as it is.
std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '/' ||
           c == '.';
  });
  return plain && word.front() > '9' ? word : base::format("\"{}\"", word);
}

std::string text_of(const Line& line) {
  if (line.items.empty()) return base::format("{}: {}", line.key, line.value);
  std::vector<std::string> items;
  items.reserve(line.items.size());
  std::ranges::transform(line.items, std::back_inserter(items), quoted);
  return base::format("{}: [{}]", line.key, base::joined(items, ", "));
}

}  // namespace

std::string scc_change(const facts::SccAnswer& answer, const std::vector<SccRefusal>& refusals) {
  std::vector<Line> lines;
  for (const SccRefusal& refusal : refusals) add(line_for(refusal), lines);
  std::string text = base::format("# in SecurityContextConstraints {}, {}:", answer.constraint, answer.source);
  for (const Line& line : lines) text += base::format("\n{}", text_of(line));
  return text;
}

}  // namespace railhead::check
