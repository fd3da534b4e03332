#include "manifest/job/write/profile.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/edit/words.h"
#include "manifest/job/fields/field.h"
#include "manifest/job/rules/rules.h"

namespace railhead::manifest::job {
namespace {

/// Where comments begin, unless the line is longer.
constexpr std::size_t kComments = 40;
/// A comment of more characters stands in lines of its own.
constexpr std::size_t kBeside = 100;

/// A text that is read as this text, in braces too.
std::string word(std::string_view text) {
  if (is_plain_word(text)) return std::string(text);
  const bool bare = !text.empty() && text.find('/') != std::string_view::npos && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("./_-").find(c) != std::string_view::npos;
  });
  return bare && text.front() != '-' ? std::string(text) : in_quotes(text);
}

class Writer {
 public:
  explicit Writer(const FieldNotes& notes) : notes_(notes) {}

  void comment(std::size_t depth, std::string_view text) {
    for (const std::string_view line : base::lines(text))
      text_ += std::string(2 * depth, ' ') + (line.empty() ? "#" : "# " + base::one_line(line)) + "\n";
  }

  void line(std::size_t depth, const std::string& yaml, std::string_view beside = {}) {
    std::string whole = std::string(2 * depth, ' ') + yaml;
    const std::string said = base::one_line(beside);
    if (said.size() > kBeside) {
      comment(depth, said);
    } else if (!said.empty()) {
      whole.resize(std::max(whole.size() + 2, kComments), ' ');
      whole += "# " + said;
    }
    text_ += whole + "\n";
  }

  /// `yaml` beside its key where the field is known, else what is said of it.
  void field(std::string_view key, const std::string& yaml) {
    const auto note = notes_.find(key);
    if (note == notes_.end()) return;
    const std::string& text = note->second.text;
    if (!note->second.known) return comment(1, base::format("{}: {}", key, text));
    if (text.find('\n') == std::string::npos) return line(1, base::format("{}: {}", key, yaml), text);
    comment(1, text);
    line(1, base::format("{}: {}", key, yaml));
  }

  /// The head of a field with lines below it; false where there are none to be written.
  bool block(std::string_view key) {
    const auto note = notes_.find(key);
    if (note == notes_.end()) return false;
    if (!note->second.known) {
      comment(1, base::format("{}: {}", key, note->second.text));
      return false;
    }
    const bool one = note->second.text.find('\n') == std::string::npos;
    if (!one) comment(1, note->second.text);
    line(1, base::format("{}:", key), one ? note->second.text : std::string());
    return true;
  }

  std::string text() && { return std::move(text_); }

 private:
  const FieldNotes& notes_;
  std::string text_;
};

std::string in_braces(const std::vector<std::pair<std::string_view, std::string>>& members) {
  std::string text;
  for (const auto& [key, value] : members)
    if (!value.empty()) text += base::format("{}{}: {}", text.empty() ? "" : ", ", key, value);
  return "{" + text + "}";
}

std::string optional_word(const std::string& text) { return text.empty() ? std::string() : word(text); }
std::string optional_number(std::uint32_t number) { return number == 0 ? std::string() : std::to_string(number); }

std::string rail_of(const Rail& rail) {
  return in_braces({{"network", optional_word(rail.network)},
                    {"namespace", optional_word(rail.space)},
                    {"resource", optional_word(rail.resource)},
                    {"subnet", optional_word(rail.subnet)},
                    {"interface", optional_word(rail.interface)},
                    {"pkey", rail.pkey.empty() ? "" : in_quotes(rail.pkey)},
                    {"mtu", optional_number(rail.mtu)},
                    {"vlan", optional_number(rail.vlan)}});
}

std::string toleration_of(const Toleration& one) {
  return in_braces({{"key", optional_word(one.key)},
                    {"operator", optional_word(one.op)},
                    {"value", one.value.empty() ? "" : in_quotes(one.value)},
                    {"effect", optional_word(one.effect)}});
}

void write_nodes(const ClusterProfile& profile, Writer& out) {
  std::vector<std::pair<std::string_view, std::string>> labels;
  labels.reserve(profile.node_selector.size());
  for (const auto& [key, value] : profile.node_selector) labels.emplace_back(key, in_quotes(value));
  out.field("nodeSelector", in_braces(labels));
  if (out.block("tolerations"))
    for (const Toleration& one : profile.tolerations) out.line(2, "- " + toleration_of(one));
  out.field("gpusPerNode", std::to_string(profile.gpus_per_node));
  out.field("gpuResource", word(profile.gpu_resource));
}

void write_fabric(const ClusterProfile& profile, Writer& out) {
  out.field("fabric", std::string(word_of(profile.fabric)));
  if (out.block("rails"))
    for (const Rail& rail : profile.rails) out.line(2, "- " + rail_of(rail));
  out.field("networks", std::string(word_of(profile.networks)));
  out.field("rdmaIsolation", profile.rdma_isolation ? "true" : "false");
}

void write_rights(const ClusterProfile& profile, Writer& out) {
  out.field("memlock", base::format("{{via: {}}}", word_of(profile.memlock)));
  out.field("serviceAccount", optional_word(profile.service_account));
  out.field("createServiceAccount", profile.create_service_account ? "true" : "false");
  out.field("scc", optional_word(profile.scc));
  out.field("storage",
            in_braces({{"shared", optional_word(profile.storage.shared)}, {"perPod", optional_word(profile.storage.per_pod)}}));
}

}  // namespace

std::string written(const ClusterProfile& profile, const FieldNotes& notes, const std::vector<std::string>& head,
                    const std::vector<std::string>& foot) {
  Writer out(notes);
  for (const std::string& line : head) out.comment(0, line);
  out.line(0, base::format("apiVersion: {}", kApiVersion));
  out.line(0, "kind: ClusterProfile");
  out.line(0, base::format("metadata: {{name: {}}}", word(profile.name)));
  out.line(0, "spec:");
  out.field("platform", std::string(word_of(profile.platform)));
  out.field("version", in_quotes(profile.version));
  out.field("namespace", optional_word(profile.space));
  out.field("createNamespace", profile.create_space ? "true" : "false");
  out.field("podSecurity", optional_word(profile.pod_security));
  write_nodes(profile, out);
  write_fabric(profile, out);
  write_rights(profile, out);
  out.field("launcherImage", optional_word(profile.launcher_image));
  for (const std::string& line : foot) out.comment(0, line);
  return std::move(out).text();
}

}  // namespace railhead::manifest::job
