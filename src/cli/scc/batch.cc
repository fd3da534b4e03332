#include <algorithm>
#include <filesystem>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "cli/scc/batch_world.h"
#include "cli/scc/run.h"
#include "manifest/pod/read.h"
#include "manifest/scc/read.h"
#include "manifest/yaml/unusable.h"
#include "report/scc/scc.h"

namespace railhead::cli {
namespace {

using manifest::Document;
using manifest::NodeKind;
using manifest::Origin;
using manifest::Value;

constexpr std::size_t kLargestFile = std::size_t{4} << 20U;

/// A file as one document; several are a list of documents to the callers.
struct CaseFile {
  std::string name;
  std::vector<Document> documents = {};
};

base::Result<CaseFile> read_file(const std::string& path) {
  const auto text = read_input(path, kLargestFile);
  if (!text) return std::unexpected(text.error());
  manifest::Parsed parsed = manifest::parse_yaml(*text);
  if (auto problem = manifest::unusable(*text, parsed, {.file = path})) return std::unexpected(*std::move(problem));
  return CaseFile{.name = path, .documents = std::move(parsed.documents)};
}

/// A name that cannot lead out of the folder.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() < 200 && name.front() != '.' &&
         std::ranges::all_of(
             name,
             [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
                      c == '_';
             });
}

/// The worlds that cases name: NAME.yaml in `worlds` of the folder of cases, or beside that folder.
class Worlds {
 public:
  explicit Worlds(std::filesystem::path folder) : folder_(std::move(folder)) {}

  base::Result<const BatchWorld*> named(const std::string& name, const Origin& origin) {
    if (const auto known = read_.find(name); known != read_.end()) return &known->second;
    if (!is_plain_name(name))
      return std::unexpected(base::Error{
          .code = base::Code::malformed,
          .message = base::format("{}: world: '{}' is no name of a file", origin.file, base::one_line(name.substr(0, 80)))});
    const std::string file = name + ".yaml";
    for (const std::filesystem::path& place : {folder_ / "worlds" / file, folder_ / ".." / "worlds" / file}) {
      std::error_code none;
      if (!std::filesystem::is_regular_file(place, none)) continue;
      auto world = read(place.lexically_normal().string());
      if (!world) return std::unexpected(world.error());
      return &read_.emplace(name, *std::move(world)).first->second;
    }
    return std::unexpected(base::Error{.code = base::Code::not_found,
                                       .message = base::format("{}: world: there is no {} in {} or beside it", origin.file,
                                                               base::one_line(file), (folder_ / "worlds").string())});
  }

 private:
  /// Several documents are the objects of one cluster.
  static base::Result<BatchWorld> read(const std::string& path) {
    auto file = read_file(path);
    if (!file) return std::unexpected(file.error());
    BatchWorld all;
    for (const Document& document : file->documents) {
      if (document.nodes.empty()) continue;
      const Value root(document);
      const Origin origin{.file = path};
      if (file->documents.size() == 1) return batch_world(root, origin);
      if (auto added = manifest::scc::add_objects(all.world, document, origin); !added) return std::unexpected(added.error());
    }
    if (all.world.namespaces.size() == 1) all.space = all.world.namespaces[0].name;
    return all;
  }

  std::filesystem::path folder_;
  std::map<std::string, BatchWorld> read_;
};

base::Result<manifest::admission::Subject> subject_of(const Value& pod, const Origin& origin) {
  if (pod["kind"].text().value_or("Pod") != "Pod") {
    std::vector<manifest::admission::Subject> subjects;
    if (auto added = manifest::admission::add_subjects(pod, origin, subjects); !added) return std::unexpected(added.error());
    if (subjects.size() == 1) return std::move(subjects.front());
    return std::unexpected(base::Error{
        .code = base::Code::malformed,
        .message = base::format("{}: pod: expected one pod template, found {}", origin.place(pod), subjects.size())});
  }
  auto read = manifest::read_pod(pod["metadata"], pod["spec"], origin);
  if (!read) return std::unexpected(read.error());
  manifest::admission::Subject subject{.owner = base::format("Pod/{}", read->name), .pod = *std::move(read)};
  subject.source = origin.place(pod);
  return subject;
}

base::Result<std::string> answer(const std::string& path, Worlds& worlds, const SccCheckOptions& options) {
  auto file = read_file(path);
  if (!file) return std::unexpected(file.error());
  const Origin origin{.file = path};
  const Value root = file->documents.empty() ? Value() : Value(file->documents[0]);
  const Value world = root["world"];
  const Value pod = root["pod"];
  if (!world || !pod.is(NodeKind::mapping))
    return std::unexpected(
        base::Error{.code = base::Code::malformed, .message = base::format("{}: expected a mapping with world and pod", path)});
  BatchWorld own;
  const BatchWorld* here = &own;
  if (world.is(NodeKind::scalar)) {
    auto named = worlds.named(world.text().value_or(""), origin);
    if (!named) return std::unexpected(named.error());
    here = *named;
  } else {
    auto read = batch_world(world, origin);
    if (!read) return std::unexpected(read.error());
    own = *std::move(read);
  }
  auto subject = subject_of(pod, origin);
  if (!subject) return std::unexpected(subject.error());
  SccCheckOptions asked = options;
  if (asked.space.empty() && subject->pod.space.empty()) asked.space = here->space;
  auto question = question_of(asked, !here->world.constraints.empty());
  if (!question) return std::unexpected(question.error());
  if (question->creator.user.empty()) question->creator = here->creator;
  auto verdict = manifest::admission::judge(*subject, here->world, *question);
  if (!verdict) return std::unexpected(verdict.error());
  report::AskedPod answered{
      .file = std::filesystem::path(path).filename().string(), .subject = *std::move(subject), .verdict = *std::move(verdict)};
  if (options.suggest)
    answered.way_out = manifest::admission::way_out(answered.subject, answered.verdict, here->world, *question);
  return report::scc_batch_line(answered);
}

}  // namespace

base::Result<Exit> run_scc_batch(const SccCheckOptions& options) {
  if (!options.operands.empty() || !options.objects.empty())
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = "--batch goes without FILE and --objects",
                                       .suggestion = "Each file of the folder has its own world and pod."});
  std::error_code none;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(options.batch, none))
    if (entry.path().extension() == ".yaml" && entry.is_regular_file(none)) paths.push_back(entry.path().string());
  if (paths.empty())
    return std::unexpected(base::Error{.code = base::Code::not_found,
                                       .message = base::format("no *.yaml in '{}'", base::one_line(options.batch)),
                                       .cause = none ? none.message() : std::string(),
                                       .suggestion = "Each case is a file with world and pod: see docs/scc.md."});
  std::ranges::sort(paths);
  Worlds worlds(options.batch);
  Exit exit = Exit::ok;
  for (const std::string& path : paths) {
    auto line = answer(path, worlds, options);
    if (!line) {
      exit = Exit::usage;
      line = report::scc_batch_error(std::filesystem::path(path).filename().string(), line.error());
    }
    if (auto printed = print(*line); !printed) return std::unexpected(printed.error());
  }
  return exit;
}

}  // namespace railhead::cli
