#include "memlock/ways.h"

#include "base/format.h"
#include "memlock/ways/way.h"

namespace railhead::memlock {
namespace {

using Judge = Way (*)(const Context&);

constexpr Judge kWays[] = {
    ipc_lock_as_root, raise_in_start_command, raise_then_drop,  file_capabilities,     soft_to_hard,
    docker_run,       crio_default_ulimits,   containerd_limit, docker_limit,          docker_default_ulimits,
    nri_plugin,       pod_ulimits_field,      ipc_lock_as_user, prlimit_with_ipc_lock, crio_annotation,
    scc_field,        init_container,         memlock_resource};

/// Fields of a pod that is not described further: nobody can be asked about it.
bool is_open(const Way& way) { return way.id == "pod-ulimits-field" || way.id == "ipc-lock-as-user"; }

/// The ways of the manifest alone: what the first sentence is about.
bool is_of_the_manifest(const Way& way) {
  return way.id == "ipc-lock-as-root" || way.id == "raise-in-start-command" || way.id == "raise-then-drop" ||
         way.id == "file-capabilities";
}

const Way* first(const std::vector<Way>& ways, Works works, bool manifest) {
  for (const Way& way : ways)
    if (way.works == works && is_of_the_manifest(way) == manifest) return &way;
  return nullptr;
}

std::string admitted_by(const Way& way, Cluster cluster) {
  switch (way.judged.verdict) {
    case Verdict::admitted: return way.judged.by + " lets it through, so that you can write it yourself";
    case Verdict::grantable:
      return base::format("{} lets it through, and the {} has only to grant it", way.judged.by, name(way.actor));
    case Verdict::not_asked:
      if (way.actor != Actor::you)
        return base::format("the {} has to allow it, if that is not done yet (not asked: {})", name(way.actor),
                            asking_options(cluster));
      break;
    default: break;
  }
  return way.actor == Actor::you ? "you can write it yourself" : base::format("the {} has to allow it", name(way.actor));
}

/// Of the ways of the manifest, where none is let through, the refused one for which the least has to be asked.
const Way* refused(const std::vector<Way>& ways) {
  const Way* found = nullptr;
  for (const Way& way : ways) {
    if (way.judged.verdict == Verdict::admitted || way.judged.verdict == Verdict::grantable) return nullptr;
    if (way.judged.verdict == Verdict::refused && (found == nullptr || way.actor < found->actor)) found = &way;
  }
  return found;
}

std::string sentence(const Context& context, const std::vector<Way>& ways) {
  const std::string open = context.in_pod() ? "" : "There is no pod here. ";
  const std::string field = "no field of a pod sets the limit";
  const Way* none = refused(ways);
  const bool unlimited = context.model.predicted && context.model.predicted->unlimited();
  // A process that was found runs as it is, whatever admission would say of it today.
  if (none != nullptr && (context.situation.described || !unlimited))
    return base::format(
        "Not as things stand: {}, and the capabilities with which a container can do without one are refused ({}); either {}, "
        "or the limit is set on the node.",
        field, none->judged.why,
        none->actor == Actor::nobody ? "that changes" : base::format("the {} lets them through", name(none->actor)));
  if (unlimited)
    return open + "Nothing has to be set: " + field + ", and none is needed here, since " + context.model.why + ".";
  if (const Way* way = first(ways, Works::yes, true))
    return open + base::format("Only in part: {}, but a container can do without one ({}); {}.", field, way->title,
                               admitted_by(*way, context.situation.cluster));
  if (const Way* way = first(ways, Works::partly, true))
    return open + base::format("Not for this user: {}; with a start as root there is a way ({}), and {}.", field, way->title,
                               admitted_by(*way, context.situation.cluster));
  if (first(ways, Works::unknown, true))
    return open + base::format("Not known: {}, and what a capability would do here depends on facts that are missing.", field);
  return open + base::format("No: {}, and here no capability helps; the limit has to be set on the node.", field);
}

}  // namespace

const char* name(Works works) {
  switch (works) {
    case Works::yes: return "yes";
    case Works::partly: return "partly";
    case Works::no: return "no";
    case Works::unknown: break;
  }
  return "unknown";
}

std::vector<Way> ways(const Situation& situation) {
  const Context judged = context(situation);
  std::vector<Way> result;
  for (Judge judge : kWays) {
    Way way = judge(judged);
    if (way.works == Works::no) {
      way.actor = Actor::nobody;
      way.snippet.clear();
      way.admission.clear();
    }
    if (!way.pod && !is_of_the_manifest(way) && !is_open(way)) way.judged.verdict = Verdict::not_needed;
    result.push_back(std::move(way));
  }
  return result;
}

Answer explain(const Situation& situation) {
  const Context judged = context(situation);
  std::vector<Way> all = ways(situation);
  std::string text = sentence(judged, all);
  return {.sentence = std::move(text), .model = judged.model, .ways = std::move(all)};
}

}  // namespace railhead::memlock
