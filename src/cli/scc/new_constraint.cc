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

/// The name that was asked for, that which the pods require by annotation, or the object's; not one of those before.
std::string name_for(const NeedyPods& pods, const Rendered& rendered, const std::string& wanted) {
  const auto& annotations = pods.verdicts[0].pod.annotations;
  const auto required = annotations.find(manifest::scc::kRequiredScc);
  const std::string base_name = !wanted.empty()                 ? wanted
                                : required != annotations.end() ? required->second
                                                                : pods.ways[0].constraint_name;
  std::string name = base_name;
  for (int number = 2; std::ranges::find(rendered.names, name) != rendered.names.end(); ++number)
    name = base::format("{}-{}", base_name, number);
  return name;
}

std::expected<Constraint, std::string> constraint_for(const NeedyPods& pods, std::string name) {
  if (pods.ways.size() == 1) {
    const manifest::Parsed parsed = manifest::parse_yaml(pods.ways[0].constraint);
    if (parsed.documents.empty()) return std::unexpected("its manifest cannot be written");
    auto read = manifest::scc::constraint_of(manifest::Value(parsed.documents[0]), {.file = "the SCC"});
    if (!read) return std::unexpected(read.error().message);
    read->name = std::move(name);
    return *std::move(read);
  }
  std::vector<manifest::Pod> all;
  all.reserve(pods.verdicts.size());
  std::ranges::transform(pods.verdicts, std::back_inserter(all), &Verdict::pod);
  const Verdict& first = pods.verdicts[0];
  const auto ranges = manifest::admission::knows_ranges(first)
                          ? manifest::scc::ranges_of(*first.namespace_object)
                          : base::Result<manifest::scc::Ranges>(manifest::scc::assumed_ranges());
  if (!ranges) return std::unexpected(ranges.error().message);
  auto found = manifest::admission::smallest_common(all, *ranges, std::move(name));
  if (!found) return std::unexpected(found.error().why);
  return *std::move(found);
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

/// SCC admission takes each of the pods once the objects are there. What Pod Security says is another matter, and noted.
std::optional<std::string> refused_with(const std::vector<std::string>& objects, const NeedyPods& pods, World world,
                                        const manifest::admission::Question& question) {
  for (const std::string& object : objects)
    for (const manifest::Document& document : manifest::parse_yaml(object).documents)
      if (auto added = manifest::scc::add_objects(world, document, {.file = "scc render"}); !added)
        return added.error().message;
  for (const manifest::admission::Subject& subject : pods.subjects) {
    const auto verdict = manifest::admission::judge(subject, world, question);
    if (!verdict) return verdict.error().message;
    const bool taken = verdict->outcome != Outcome::refused || verdict->denied_by == manifest::admission::Plugin::pod_security;
    if (!taken) return why_not(*verdict);
  }
  return std::nullopt;
}

void add_notes(Rendered& rendered, const NeedyPods& pods, const std::string& name) {
  std::vector<std::string> notes = {base::format("SCC {}: for the service account {} of {}, {}.", name,
                                                 base::one_line(pods.account()), base::one_line(pods.space()),
                                                 base::counted(pods.subjects.size(), "pod template"))};
  for (const manifest::admission::WayOut& way : pods.ways) {
    if (!way.grant.empty())
      notes.push_back(
          base::format("There is an SCC that takes the pods and only has to be granted: oc adm policy "
                       "add-scc-to-user {} -z {} -n {}",
                       base::shell_word(way.grant), base::shell_word(pods.account()), base::shell_word(pods.space())));
    if (pods.ways.size() == 1) notes.insert(notes.end(), way.constraint_notes.begin(), way.constraint_notes.end());
    notes.insert(notes.end(), way.notes.begin(), way.notes.end());
    if (!way.level_command.empty())
      notes.push_back(base::format("Pod Security refuses the pods then, until: {}", way.level_command));
  }
  for (std::string& note : notes)
    if (std::ranges::find(rendered.notes, note) == rendered.notes.end()) rendered.notes.push_back(std::move(note));
}

}  // namespace

std::optional<std::string> render_smallest(Rendered& rendered, const NeedyPods& pods, const World& world,
                                           const manifest::admission::Question& question, const std::string& name) {
  const std::string owner = base::one_line(pods.subjects[0].owner);
  const auto constraint = constraint_for(pods, name_for(pods, rendered, name));
  if (!constraint) return base::format("{}: {}", owner, constraint.error());
  std::vector<std::string> objects = objects_of(*constraint, pods);
  if (auto why = refused_with(objects, pods, world, question)) return base::format("{}: {}", owner, *why);
  rendered.names.push_back(constraint->name);
  add_notes(rendered, pods, constraint->name);
  std::ranges::move(objects, std::back_inserter(rendered.objects));
  return std::nullopt;
}

}  // namespace railhead::cli
