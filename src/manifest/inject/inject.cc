#include "manifest/inject/inject.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "facts/cluster/gpu_resource.h"
#include "manifest/edit/record.h"
#include "manifest/edit/undo.h"
#include "manifest/inject/kinds.h"
#include "manifest/inject/target.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

constexpr Step kSteps[] = {add_networks, add_resources,   add_memlock,  add_service_account,
                           add_shm,      add_environment, add_launcher, add_placement};

std::string word_of(const Value& value) { return base::one_line(value.text().value_or("").substr(0, 128)); }

std::string name_of(const Value& object) {
  const std::string name = word_of(object["metadata"]["name"]);
  return word_of(object["kind"]) + (name.empty() ? "" : "/" + name);
}

bool asks_for_gpus(const Value& container, const char* member) {
  for (const char* side : {"limits", "requests"})
    for (const auto& [name, amount] : container[member][side].members())
      if (facts::is_gpu_resource(name.view().value_or("")) && amount.view() != "0") return true;
  return false;
}

/// More than one pod of the template runs: the nearest number around it says so, or the object has several templates.
bool is_multi_node(const FoundTemplate& found, std::size_t templates) {
  if (found.above.size() < 2) return false;
  for (auto level = found.above.rbegin(); level != found.above.rend(); ++level)
    for (const char* key : {"replicas", "parallelism", "size"})
      if (const auto number = (*level)[key].integer(); number && *number > 1) return true;
  return templates > 1;
}

class Work {
 public:
  Work(Draft& draft, const Wishes& wishes, Injected& result) : draft_(draft), wishes_(wishes), result_(result) {}

  /// True where something was added.
  base::Result<bool> object(const Value& object) {
    result_.reports.push_back({.object = name_of(object), .line = object.line()});
    const bool before = std::exchange(changed_, false);
    auto done = templates(object);
    const bool changed = std::exchange(changed_, before);
    if (!done) return std::unexpected(done.error());
    return changed;
  }

 private:
  InjectReport& report() { return result_.reports.back(); }

  base::Result<void> templates(const Value& object) {
    std::vector<FoundTemplate> found = pod_templates(object);
    // An object with containers at its top is none that Kubernetes knows: a pod has them in its spec.
    std::erase_if(found, [](const FoundTemplate& one) { return one.above.empty(); });
    if (object["kind"].view() == "TrainJob" && object["spec"]["trainer"].is(NodeKind::mapping))
      found.push_back({.metadata = {}, .spec = object["spec"], .above = {object}, .path = kTrainer});
    if (found.empty()) {
      const auto opened = open_service(draft_, object, wishes_, report().notes);
      if (!opened) return std::unexpected(opened.error());
      changed_ = *opened;
      if (report().notes.empty()) report().left_alone = "it has no pods";
      return {};
    }
    report().pods = true;
    std::size_t picked = 0;
    for (const FoundTemplate& one : found) {
      if (!may_inject(object, one)) continue;
      const auto done = pod(object, one, found.size());
      if (!done) return std::unexpected(done.error());
      picked += *done;
    }
    if (picked == 0 && report().left_alone.empty()) report().left_alone = nothing_picked();
    return {};
  }

  std::string nothing_picked() const {
    if (!wishes_.containers.empty())
      return base::format("it has no container by the name of {}", base::listed(wishes_.containers));
    return "none of its containers asks for GPUs (--container NAME picks others)";
  }

  bool may_inject(const Value& object, const FoundTemplate& found) {
    if (found.path == kTrainer || is_known_path(object, found.path)) return true;
    if (std::ranges::any_of(wishes_.pod_paths, [&](const std::string& path) { return matches_path(found.path, path); }))
      return true;
    report().left_alone = base::format("a pod template is at '{}', which is not known of this kind: --pod-path '{}' takes it",
                                       found.path, found.path);
    return false;
  }

  std::vector<Value> picked(const FoundTemplate& found) const {
    std::vector<Value> all =
        found.path == kTrainer ? std::vector<Value>{found.spec["trainer"]} : found.spec["containers"].items();
    const char* member = found.path == kTrainer ? "resourcesPerNode" : "resources";
    std::erase_if(all, [&](const Value& container) {
      if (wishes_.containers.empty()) return !asks_for_gpus(container, member);
      return std::ranges::find(wishes_.containers, container["name"].view().value_or("trainer")) == wishes_.containers.end();
    });
    return all;
  }

  /// How many containers were picked.
  base::Result<std::size_t> pod(const Value& object, const FoundTemplate& found, std::size_t templates) {
    const Target target{.draft = draft_,
                        .wishes = wishes_,
                        .object = object,
                        .found = found,
                        .containers = picked(found),
                        .space = object["metadata"]["namespace"].text().value_or(""),
                        .multi_node = is_multi_node(found, templates),
                        .notes = report().notes};
    if (target.containers.empty()) return 0;
    for (const Value& container : target.containers) result_.picked.push_back(container["name"].text().value_or("trainer"));
    const std::size_t before = report().notes.size();
    for (const Step step : kSteps)
      if (auto done = step(target); !done) return std::unexpected(done.error());
    const auto is_added = [](const InjectNote& note) { return note.outcome == Outcome::added; };
    changed_ =
        changed_ || std::any_of(report().notes.begin() + static_cast<std::ptrdiff_t>(before), report().notes.end(), is_added);
    for (std::size_t i = before; i < report().notes.size() && templates > 1; ++i)
      report().notes[i].subject = base::format("{} {}", base::one_line(found.path), report().notes[i].subject);
    return target.containers.size();
  }

  Draft& draft_;
  const Wishes& wishes_;
  Injected& result_;
  bool changed_ = false;
};

/// Lines count within the document until here.
void shift(std::vector<InjectReport>& reports, std::uint64_t first_line) {
  const auto add = static_cast<std::uint32_t>(first_line - 1);
  for (InjectReport& report : reports) {
    report.line += add;
    for (InjectNote& note : report.notes)
      if (note.line != 0) note.line += add;
  }
}

base::Result<Injected> injected(std::string_view text, Document document, const Wishes& wishes) {
  Injected result{.text = std::string(text)};
  Draft draft(text, std::move(document));
  const bool list = draft.root()["kind"].text().value_or("").ends_with("List") && draft.root()["items"].is(NodeKind::sequence);
  std::vector<Value> objects = list ? draft.root()["items"].items() : std::vector<Value>{draft.root()};
  std::erase_if(objects, [](const Value& object) { return !object["kind"].view(); });
  if (objects.empty() && !pod_templates(draft.root()).empty())
    result.reports.push_back({.object = "a part of an object",
                              .line = draft.root().line(),
                              .left_alone = "it has no kind, without which nobody can apply it",
                              .pods = true});
  Value changed;
  for (const Value& object : objects) {
    const auto done = Work(draft, wishes, result).object(object);
    if (!done)
      return std::unexpected(base::Error{.code = done.error().code,
                                         .message = name_of(object) + ": " + done.error().message,
                                         .cause = done.error().cause,
                                         .suggestion = done.error().suggestion});
    if (*done && !changed) changed = object;
  }
  if (!changed) return result;
  auto written = wishes.record ? recorded(draft, changed) : edited(draft);
  if (!written) return std::unexpected(written.error());
  result.text = *std::move(written);
  result.changed = true;
  return result;
}

}  // namespace

std::string subject_of(const Value& container) {
  const auto name = container["name"].text();
  return name ? "container " + base::one_line(name->substr(0, 63)) : "trainer";
}

base::Result<Injected> inject(std::string_view text, const Wishes& wishes, const DocumentPlace& place) {
  Parsed parsed = parse_yaml(text);
  if (auto error = unusable(text, parsed, place)) return std::unexpected(*std::move(error));
  if (parsed.documents.size() != 1 || parsed.documents.front().nodes.empty()) return Injected{.text = std::string(text)};
  auto result = injected(text, std::move(parsed.documents.front()), wishes);
  if (!result) {
    result.error().message.insert(0, base::format("{}:{}: ", place.file, place.line));
    return result;
  }
  shift(result->reports, place.line);
  return result;
}

}  // namespace railhead::manifest
