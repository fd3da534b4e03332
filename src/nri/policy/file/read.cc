#include "nri/policy/read.h"

#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/check/check.h"
#include "manifest/job/check/hint.h"
#include "manifest/job/check/problems.h"
#include "manifest/job/check/wording.h"
#include "manifest/job/publish/schema.h"
#include "manifest/yaml/template_marks.h"
#include "manifest/yaml/yaml.h"
#include "nri/policy/file/judge.h"
#include "nri/policy/file/table.h"

namespace railhead::nri {
namespace {

using manifest::Document;
using manifest::NodeKind;
using manifest::Value;
using manifest::job::Problems;

constexpr std::size_t kMostValues = std::size_t{1} << 17U;
constexpr std::size_t kMostProblems = 64;
constexpr std::string_view kKind = "MemlockPolicy";

/// An alias of what it stands in would go round in circles.
bool goes_in_circles(const Document& document, Problems& problems) {
  for (const manifest::Node& node : document.nodes) {
    if (node.kind != NodeKind::alias) continue;
    const manifest::Node& named = document.nodes[node.first];
    if (named.kind == NodeKind::scalar || named.begin > node.begin || node.end > named.end) continue;
    problems.add(node.line, node.column, "", "expected a value, found an alias of what it stands in");
    return true;
  }
  return false;
}

/// The document is a policy at all.
bool is_policy(const Value& root, Problems& problems) {
  const Value kind = root["kind"];
  if (root.is(NodeKind::mapping) && kind.view() == kKind) return true;
  const std::string expectation = base::format("expected kind {}", kKind);
  if (!root.is(NodeKind::mapping)) {
    problems.add(root, "", base::format("{}, found {}", expectation, manifest::job::shown(root)));
  } else {
    problems.add(kind ? kind : root, "",
                 base::format("{}, found {}", expectation, kind ? manifest::job::shown(kind) : "no kind"),
                 manifest::job::meant(kind.view().value_or(""), {std::string(kKind)}));
  }
  return false;
}

bool is_empty_document(const Document& document) {
  const Value root(document);
  return !root || (root.is(NodeKind::scalar) && !root.view());
}

/// The one document of the file; nullptr where it is no such file.
const Document* document_of(std::string_view text, const manifest::Parsed& parsed, Problems& problems) {
  if (const auto mark = manifest::template_mark(text, parsed)) {
    problems.add(mark->line, mark->column, "", base::format("expected a value, found '{}' of a template", mark->mark),
                 "fill the template in, and give what comes out");
    return nullptr;
  }
  if (!parsed.errors.empty()) {
    const manifest::YamlError& error = parsed.errors.front();
    problems.add(error.line, error.column, "", error.message);
    return nullptr;
  }
  const Document* found = nullptr;
  for (const Document& document : parsed.documents) {
    if (is_empty_document(document)) continue;
    if (found) {
      problems.add(Value(document), "", "expected one document, found a second one");
      return nullptr;
    }
    found = &document;
  }
  if (!found) problems.add(1, 1, "", base::format("expected kind {}, found an empty file", kKind));
  return found;
}

std::optional<Policy> policy_in(std::string_view text, Problems& problems) {
  const manifest::Parsed parsed = manifest::parse_yaml(text, kMostValues);
  const Document* document = document_of(text, parsed, problems);
  if (!document || goes_in_circles(*document, problems)) return std::nullopt;
  const Value root(*document);
  if (!is_policy(root, problems)) return std::nullopt;
  WrittenPolicy written;
  manifest::job::check_document(root, memlock_policy(), &written, problems);
  judge_policy(written, root, problems);
  if (!problems.none()) return std::nullopt;
  return policy_of(std::move(written));
}

/// A problem a line.
base::Error said(Problems problems) {
  std::string message;
  std::size_t count = 0;
  for (const manifest::job::Problem& one : std::move(problems).in_order()) {
    if (count++ == kMostProblems) break;
    message += message.empty() ? "" : "\n";
    message += base::format("{}: {}", one.place, one.message);
    if (!one.suggestion.empty()) message += base::format(" ({})", one.suggestion);
  }
  return {.code = base::Code::malformed,
          .message = std::move(message),
          .suggestion = "'railhead schema nri-policy' prints the form of the file."};
}

}  // namespace

base::Result<Policy> read_policy(std::string_view text, std::string_view file) {
  Problems problems(base::one_line(file), 1);
  if (text.size() > kMostPolicy) {
    problems.add(1, 1, "", base::format("expected at most {} MiB", kMostPolicy >> 20U));
  } else if (auto policy = policy_in(text, problems)) {
    return *std::move(policy);
  }
  return std::unexpected(said(std::move(problems)));
}

std::string policy_schema() {
  return manifest::job::document_schema(
      "nri-policy", base::format("Which containers 'railhead nri' gives which limits, of {}.", manifest::job::kApiVersion),
      memlock_policy());
}

}  // namespace railhead::nri
