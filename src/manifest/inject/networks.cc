#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/edit/words.h"
#include "manifest/facts/pod_facts.h"
#include "manifest/inject/target.h"

namespace railhead::manifest {
namespace {

constexpr const char* kNetworks = "k8s.v1.cni.cncf.io/networks";

std::string full_name(const std::string& space, const std::string& name) { return space.empty() ? name : space + "/" + name; }

/// An attachment without a namespace is one of the pod's own.
bool is_same(const Target& target, const facts::NetworkAttachment& there, const NetworkWish& wish) {
  const auto own = [&](const std::string& space) { return space.empty() ? target.space : space; };
  return there.name == wish.name && own(there.space) == own(wish.space);
}

/// The wishes that the attachments do not grant: one that is wished twice must be there twice.
std::vector<NetworkWish> missing(const Target& target, std::vector<facts::NetworkAttachment> there) {
  std::vector<NetworkWish> missing;
  for (const NetworkWish& wish : target.wishes.networks) {
    const auto found = std::ranges::find_if(there, [&](const auto& one) { return is_same(target, one, wish); });
    if (found == there.end())
      missing.push_back(wish);
    else
      there.erase(found);
  }
  return missing;
}

std::string in_json(const NetworkWish& wish) {
  const std::string space = wish.space.empty() ? "" : ", \"namespace\": " + in_quotes(wish.space);
  return "{\"name\": " + in_quotes(wish.name) + space + "}";
}

std::string in_words(const std::vector<NetworkWish>& wishes) {
  std::vector<std::string> names;
  names.reserve(wishes.size());
  for (const NetworkWish& wish : wishes) names.push_back(full_name(wish.space, wish.name));
  return base::joined(names, ", ");
}

/// What is to be added to the text of the annotation, and where.
struct Addition {
  std::string text;
  Spot spot = Spot::end;
};

Addition addition_to(const std::string& text, const std::vector<NetworkWish>& wishes) {
  const std::string_view trimmed = base::trimmed(text);
  if (!trimmed.starts_with('[')) return {.text = ", " + in_words(wishes)};
  const bool empty = base::trimmed(trimmed.substr(1)).starts_with(']');
  Addition addition{.text = "", .spot = Spot::bracket};
  for (const NetworkWish& wish : wishes) addition.text += (empty && addition.text.empty() ? "" : ", ") + in_json(wish);
  return addition;
}

/// False where the text is such that what was added would not be read.
base::Result<bool> extend(const Target& target, const Value& annotation, const std::vector<NetworkWish>& wishes) {
  std::string text = annotation.text().value_or("");
  const bool names = !base::trimmed(text).starts_with('[');
  const bool odd = names && text.find_first_of("{}[]\"'") != std::string::npos;
  const Addition addition = addition_to(text, wishes);
  const auto at = spot_in(text, addition.spot);
  if (at) text.insert(*at, addition.text);
  if (odd || !at || !missing(target, attachments_of(text, "")).empty()) {
    target.note(Outcome::refused, "pod",
                "no network was added: the annotation k8s.v1.cni.cncf.io/networks is neither names nor a list in JSON",
                annotation.line());
    return false;
  }
  if (auto done = target.draft.extend(annotation, addition.text, addition.spot); !done) return std::unexpected(done.error());
  return true;
}

/// True where they are attached now.
base::Result<bool> attach(const Target& target, const std::vector<NetworkWish>& wishes) {
  const auto metadata = target.draft.collection(target.pod(), "metadata", NodeKind::mapping);
  if (!metadata) return std::unexpected(metadata.error());
  const Value before = (*metadata)["annotations"][kNetworks];
  if (before && !base::trimmed(before.text().value_or("")).empty()) return extend(target, before, wishes);
  const auto annotations = target.draft.collection(*metadata, "annotations", NodeKind::mapping);
  if (!annotations) return std::unexpected(annotations.error());
  const auto done = target.draft.set(*annotations, kNetworks, word(in_words(wishes)));
  if (!done) return std::unexpected(done.error());
  return true;
}

}  // namespace

base::Result<void> add_networks(const Target& target) {
  if (target.wishes.networks.empty() || target.wishes.tcp) return {};
  if (target.found.path == kTrainer) {
    target.note(Outcome::refused, "trainer",
                "the networks belong in the runtime (TrainingRuntime): a TrainJob has no pod template");
    return {};
  }
  const Value there = target.found.metadata["annotations"][kNetworks];
  const std::vector<NetworkWish> wanted = missing(target, attachments_of(there.text().value_or(""), ""));
  const Value misplaced = target.object["metadata"]["annotations"][kNetworks];
  if (misplaced && target.found.above.size() > 1)
    target.note(Outcome::kept, "pod",
                "the networks annotation of the object itself attaches nothing: it belongs on the pod template",
                misplaced.line());
  if (wanted.empty()) {
    target.note(Outcome::kept, "pod", "the networks are attached already", there.line());
    return {};
  }
  const auto done = attach(target, wanted);
  if (!done) return std::unexpected(done.error());
  if (*done) target.note(Outcome::added, "pod", base::format("networks {}", in_words(wanted)));
  return {};
}

}  // namespace railhead::manifest
