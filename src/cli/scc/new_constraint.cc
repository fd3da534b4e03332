#include "cli/scc/new_constraint.h"

#include <algorithm>
#include <expected>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/way_out/smallest.h"
#include "manifest/render/cluster/grant.h"
#include "manifest/scc/ranges.h"
#include "manifest/scc/read.h"
#include "manifest/yaml/yaml.h"

namespace railhead::cli {
namespace {

using manifest::Tree;
using manifest::word;
using manifest::admission::Verdict;
using manifest::scc::Constraint;
using manifest::scc::Outcome;
using manifest::scc::World;

/// The name that was asked for, or that the pods require by annotation; empty: neither.
std::string wanted_name(const NeedyPods& pods, const std::string& asked) {
  if (!asked.empty()) return asked;
  const auto& annotations = pods.verdicts[0].pod.annotations;
  const auto required = annotations.find(manifest::scc::kRequiredScc);
  return required == annotations.end() ? "" : required->second;
}

std::string unlike(const std::vector<std::string>& names, const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; std::ranges::find(names, name) != names.end(); ++number) name = base::format("{}-{}", wanted, number);
  return name;
}

/// The one that was found with the way out, which comes behind what the other pods of the account get.
std::expected<Constraint, std::string> suggested(const NeedyPods& pods) {
  const manifest::Parsed parsed = manifest::parse_yaml(pods.ways[0].constraint);
  if (parsed.documents.empty()) return std::unexpected("its manifest cannot be written");
  auto read = manifest::scc::constraint_of(manifest::Value(parsed.documents[0]), {.file = "the SCC"});
  if (!read) return std::unexpected(read.error().message);
  return *std::move(read);
}

std::expected<Constraint, std::string> common(const NeedyPods& pods, std::string name) {
  std::vector<manifest::Pod> all;
  all.reserve(pods.verdicts.size());
  std::ranges::transform(pods.verdicts, std::back_inserter(all), &Verdict::pod);
  const Verdict& first = pods.verdicts[0];
  base::Result<manifest::scc::Ranges> ranges = manifest::scc::assumed_ranges();
  if (manifest::admission::knows_ranges(first)) ranges = manifest::scc::ranges_of(*first.namespace_object);
  if (!ranges) return std::unexpected(ranges.error().message);
  auto found = manifest::admission::smallest_common(all, *ranges, std::move(name));
  if (!found) return std::unexpected(found.error().why);
  return *std::move(found);
}

bool is_suggested(const NeedyPods& pods, const Rendered& rendered, const std::string& wanted) {
  return pods.ways.size() == 1 && wanted.empty() &&
         std::ranges::find(rendered.names, pods.ways[0].constraint_name) == rendered.names.end();
}

/// Where the suggested one has a name only to come behind others ("scc-rdma-job"), the name without that.
std::string own_name(const std::string& suggested) {
  constexpr std::string_view kBehind = "scc-rdma-";
  return suggested.starts_with(kBehind) ? suggested.substr(4) : suggested;
}

Tree metadata(const std::string& name, const std::string& space) {
  manifest::render::Members members = {{"name", word(name)}};
  if (!space.empty()) members.emplace_back("namespace", word(space));
  return manifest::mapping(std::move(members));
}

std::vector<std::string> objects_of(const Constraint& constraint, const NeedyPods& pods) {
  using namespace manifest::render;
  const std::string role = base::format("use-scc-{}", constraint.name);
  const std::string& space = pods.space();
  return {yaml_of(constraint_object(constraint, metadata(constraint.name, ""))),
          yaml_of(use_role(constraint.name, metadata(role, space))),
          yaml_of(use_binding(role, pods.account(), space, metadata(role, space)))};
}

std::string why_not(const Verdict& verdict) { return verdict.message.empty() ? verdict.scc.why : verdict.message; }

base::Result<void> apply_objects(const std::vector<std::string>& objects, World& world) {
  for (const std::string& object : objects)
    for (const manifest::Document& document : manifest::parse_yaml(object).documents)
      if (auto added = manifest::scc::add_objects(world, document, {.file = "scc render"}); !added) return added;
  return {};
}

/// SCC admission takes each of the pods once the objects are there. What Pod Security says is another matter, and noted.
std::optional<std::string> why_refused(const NeedyPods& pods, const World& world,
                                       const manifest::admission::Question& question) {
  for (const manifest::admission::Subject& subject : pods.subjects) {
    const auto verdict = manifest::admission::judge(subject, world, question);
    if (!verdict) return verdict.error().message;
    const bool taken = verdict->outcome != Outcome::refused || verdict->denied_by == manifest::admission::Plugin::pod_security;
    if (!taken) return why_not(*verdict);
  }
  return std::nullopt;
}

/// Whether a pod of the account that asks for nothing comes under the new SCC.
bool takes_others(const NeedyPods& pods, const std::string& name, const World& world,
                  const manifest::admission::Question& question) {
  const manifest::admission::Subject plain{
      .owner = "Pod/plain",
      .pod = {.name = "plain", .space = pods.space(), .service_account = pods.account(), .containers = {{.name = "main"}}}};
  const auto verdict = manifest::admission::judge(plain, world, question);
  return verdict && verdict->scc.constraint != nullptr && verdict->scc.constraint->name == name;
}

std::vector<std::string> notes_of(const NeedyPods& pods, const std::string& name, bool suggested) {
  std::vector<std::string> notes = {base::format("SCC {}: for the service account {} of {}, {}.", base::one_line(name),
                                                 base::one_line(pods.account()), base::one_line(pods.space()),
                                                 base::counted(pods.subjects.size(), "pod template"))};
  for (const manifest::admission::WayOut& way : pods.ways) {
    if (!way.grant.empty())
      notes.push_back(base::format(
          "There is an SCC that takes the pods and only has to be granted: oc adm policy add-scc-to-user {} -z {} -n {}",
          base::shell_word(way.grant), base::shell_word(pods.account()), base::shell_word(pods.space())));
    if (suggested) notes.insert(notes.end(), way.constraint_notes.begin(), way.constraint_notes.end());
    notes.insert(notes.end(), way.notes.begin(), way.notes.end());
    if (!way.level_command.empty())
      notes.push_back(base::format("Pod Security refuses the pods then, until: {}", way.level_command));
  }
  return notes;
}

void add_once(std::vector<std::string>& notes, std::vector<std::string> more) {
  for (std::string& note : more)
    if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
}

}  // namespace

std::optional<std::string> render_smallest(Rendered& rendered, const NeedyPods& pods, const World& world,
                                           const manifest::admission::Question& question, const std::string& name) {
  const std::string owner = base::one_line(pods.subjects[0].owner);
  const std::string wanted = wanted_name(pods, name);
  const bool as_suggested = is_suggested(pods, rendered, wanted);
  const std::string other = unlike(rendered.names, wanted.empty() ? own_name(pods.ways[0].constraint_name) : wanted);
  const auto constraint = as_suggested ? suggested(pods) : common(pods, other);
  if (!constraint) return base::format("{}: {}", owner, constraint.error());
  std::vector<std::string> objects = objects_of(*constraint, pods);
  World with = world;
  if (auto applied = apply_objects(objects, with); !applied) return base::format("{}: {}", owner, applied.error().message);
  if (auto why = why_refused(pods, with, question)) return base::format("{}: {}", owner, *why);
  rendered.names.push_back(constraint->name);
  add_once(rendered.notes, notes_of(pods, constraint->name, as_suggested));
  if (!as_suggested && takes_others(pods, constraint->name, with, question))
    add_once(rendered.notes, {base::format("Other pods of {}/{} come under it too: give this job a service account of its own.",
                                           base::one_line(pods.space()), base::one_line(pods.account()))});
  std::ranges::move(objects, std::back_inserter(rendered.objects));
  return std::nullopt;
}

}  // namespace railhead::cli
