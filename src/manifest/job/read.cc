#include "manifest/job/read.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/check/check.h"
#include "manifest/job/check/hint.h"
#include "manifest/job/check/path.h"
#include "manifest/job/check/wording.h"
#include "manifest/job/rules/rules.h"
#include "manifest/yaml/stream.h"
#include "manifest/yaml/template_marks.h"
#include "manifest/yaml/unusable.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest::job {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20U;
constexpr std::size_t kMostValues = std::size_t{1} << 17U;  // of a document
constexpr std::size_t kMostProblems = 64;
constexpr std::array<std::string_view, 2> kKinds = {"ClusterProfile", "TrainingJob"};

bool is_empty(const Document& document) {
  const Value root(document);
  return !root || (root.is(NodeKind::scalar) && !root.view());
}

/// An alias of what it stands in would go round in circles.
bool has_circle(const Document& document, Problems& problems) {
  for (const Node& node : document.nodes) {
    if (node.kind != NodeKind::alias) continue;
    const Node& named = document.nodes[node.first];
    const bool inside = named.kind != NodeKind::scalar && named.begin <= node.begin && node.end <= named.end;
    if (!inside) continue;
    problems.add(node.line, node.column, "", "expected a value, found an alias of what it stands in");
    return true;
  }
  return false;
}

/// What the reader itself adds where the file does not say.
void fill(JobDocument& document) {
  if (document.job && document.job->script_name.empty() && (!document.job->script.empty() || !document.script_file.empty())) {
    const std::string& file = document.script_file;
    document.job->script_name = file.empty() ? "run.sh" : file.substr(file.rfind('/') + 1);
  }
  if (!document.cluster) return;
  for (Toleration& one : document.cluster->tolerations)
    if (one.op.empty()) one.op = one.value.empty() ? "Exists" : "Equal";
  if (document.cluster->networks == NetworksBy::sriov_operator && document.cluster->sriov.operator_space.empty())
    document.cluster->sriov.operator_space =
        document.cluster->platform == Platform::openshift ? "openshift-sriov-network-operator" : "sriov-network-operator";
}

/// The rules over a document whose fields were checked.
void judge(const JobDocument& document, const Value& root, Problems& problems) {
  const Say say = [&](const std::string& path, const std::string& with, const std::string& message,
                      const std::string& suggestion) {
    if (!problems.has(path) && !problems.has(with)) problems.add(nearest_at(root, path), path, message, suggestion);
  };
  if (document.job) judge_job(*document.job, say);
  if (document.cluster) judge_cluster(*document.cluster, document.job ? "spec.cluster" : "spec", say);
}

/// The table that a document is checked by; none where it is of another kind.
const Section* section_of(const Value& root, Problems& problems) {
  const Value kind = root["kind"];
  if (root.is(NodeKind::mapping) && kind.view() == kKinds[0]) return &cluster_profile();
  if (root.is(NodeKind::mapping) && kind.view() == kKinds[1]) return &training_job();
  const std::string expectation = base::format("expected kind {}", alternatives(kKinds));
  if (!root.is(NodeKind::mapping)) {
    problems.add(root, "", base::format("{}, found {}", expectation, shown(root)));
  } else {
    const std::vector<std::string> names(kKinds.begin(), kKinds.end());
    problems.add(kind ? kind : root, "", base::format("{}, found {}", expectation, kind ? shown(kind) : "no kind"),
                 meant(kind.view().value_or(""), names));
  }
  return nullptr;
}

void read_document(const Document& parsed, JobDocument document, JobFile& file, Problems& problems) {
  const Value root(parsed);
  const Section* section = has_circle(parsed, problems) ? nullptr : section_of(root, problems);
  if (!section) return;
  check_document(root, *section, &document, problems);
  fill(document);
  judge(document, root, problems);
  if (problems.none()) file.documents.push_back(std::move(document));
}

/// Why a piece of the file is no YAML that can be read.
std::optional<Problem> broken(const Chunk& chunk, const Parsed& parsed, std::string_view name) {
  Problems problems(name, chunk.line);
  if (const auto mark = template_mark(chunk.text, parsed)) {
    problems.add(mark->line, mark->column, "", base::format("expected a value, found '{}' of a template", mark->mark),
                 "fill the template in, and give what comes out");
  } else if (!parsed.errors.empty()) {
    const YamlError& error = parsed.errors.front();
    problems.add(error.line, error.column, "", message_in_file(error, chunk.line));
  }
  std::vector<Problem> found = std::move(problems).in_order();
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

/// A piece of the file between "---" marks: one document, as a rule. True where it has one, be it faulty.
bool read_chunk(const Chunk& chunk, std::string_view name, JobFile& file) {
  const Parsed parsed = parse_yaml(chunk.text, kMostValues);
  if (const auto problem = broken(chunk, parsed, name)) {
    file.problems.push_back(*problem);
    return true;
  }
  bool any = false;
  for (const Document& document : parsed.documents) {
    if (is_empty(document)) continue;
    any = true;
    Problems problems(name, chunk.line);
    read_document(document, {.place = problems.place(Value(document).line())}, file, problems);
    std::ranges::move(std::move(problems).in_order(), std::back_inserter(file.problems));
  }
  return any;
}

}  // namespace

JobFile read_jobs(std::string_view text, std::string_view name) {
  JobFile file;
  const std::string shown_name = base::one_line(std::string(name));
  const auto whole = [&](std::string message) {
    file.problems.push_back({.place = base::format("{}:1:1", shown_name), .message = std::move(message)});
    return file;
  };
  if (text.size() > kMostBytes) return whole(base::format("expected at most {} MiB", kMostBytes >> 20U));
  bool any = false;
  StreamSplitter splitter(shown_name, [&](const Chunk& chunk) {
    if (file.problems.size() < kMostProblems) any = read_chunk(chunk, shown_name, file) || any;
    return base::Result<void>();
  });
  if (!splitter.take(text) || !splitter.end()) return whole("expected documents of YAML");
  if (!any && file.problems.empty()) return whole("expected kind ClusterProfile or TrainingJob, found an empty file");
  if (file.problems.size() > kMostProblems) file.problems.resize(kMostProblems);
  return file;
}

}  // namespace railhead::manifest::job
