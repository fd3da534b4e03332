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

base::Result<void> extend(const Target& target, const Value& annotation, const std::string& text, bool any,
                          const std::vector<NetworkWish>& wishes) {
  const bool json = base::trimmed(text).starts_with('[');
  if (!json) return target.draft.extend(annotation, (any ? ", " : "") + in_words(wishes), Spot::end);
  std::string addition;
  for (const NetworkWish& wish : wishes) addition += (any || !addition.empty() ? ", " : "") + in_json(wish);
  return target.draft.extend(annotation, addition, Spot::bracket);
}

base::Result<void> write(const Target& target, const std::vector<NetworkWish>& wishes) {
  const auto metadata = target.draft.collection(target.pod(), "metadata", NodeKind::mapping);
  if (!metadata) return std::unexpected(metadata.error());
  const auto annotations = target.draft.collection(*metadata, "annotations", NodeKind::mapping);
  if (!annotations) return std::unexpected(annotations.error());
  const Value there = (*annotations)[kNetworks];
  const auto text = there.text();
  if (text && !base::trimmed(*text).empty()) return extend(target, there, *text, !attachments_of(*text, "").empty(), wishes);
  const auto done = target.draft.set(*annotations, kNetworks, word(in_words(wishes)));
  if (!done) return std::unexpected(done.error());
  return {};
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
  if (auto done = write(target, wanted); !done) return done;
  target.note(Outcome::added, "pod", base::format("networks {}", in_words(wanted)));
  return {};
}

}  // namespace railhead::manifest
