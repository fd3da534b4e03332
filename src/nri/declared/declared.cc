#include "nri/declared/declared.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/facts/container_facts.h"
#include "manifest/facts/pod_template.h"
#include "manifest/pod/typed.h"
#include "nri/declared/lost.h"

namespace railhead::nri {
namespace {

using manifest::NodeKind;
using manifest::Value;

constexpr std::size_t kMostObjects = 4096;
constexpr std::size_t kLongestName = 253;

std::string name_in(const Value& value) { return base::one_line(value.text().value_or("").substr(0, kLongestName)); }

Texts as_texts(std::map<std::string, std::string> words) { return {words.begin(), words.end()}; }

class Declaring {
 public:
  Declaring(const manifest::Origin& origin, const std::string& space, const TakePod& take)
      : origin_(origin), space_(space), take_(take) {}

  base::Result<void> object(const Value& object);

 private:
  DeclaredPod pod(const Value& object, const manifest::FoundTemplate& found);
  std::vector<DeclaredContainer> containers(const Value& spec) const;
  std::vector<std::string> lost(const DeclaredPod& pod, const Value& metadata);
  Texts words(const Value& value, std::string path, std::string_view key);

  const manifest::Origin& origin_;
  const std::string& space_;
  const TakePod& take_;
  manifest::Findings findings_ = {};
};

/// Labels or annotations; what is no text is noted as the API server would say it.
Texts Declaring::words(const Value& value, std::string path, std::string_view key) {
  manifest::Section section(value, std::move(path), origin_, findings_);
  return section.there() ? as_texts(section.words(key)) : Texts();
}

std::vector<DeclaredContainer> Declaring::containers(const Value& spec) const {
  constexpr std::array<std::string_view, 2> kLists = {"initContainers", "containers"};
  std::vector<DeclaredContainer> all;
  for (const std::string_view list : kLists)
    for (const Value& item : spec[list].items()) {
      if (all.size() == manifest::kMostEntries) return all;
      all.push_back({.name = name_in(item["name"]),
                     .source = origin_.place(item),
                     .init = list == kLists[0],
                     .resources = manifest::resources_of(item["resources"], origin_),
                     .claims = !item["resources"]["claims"].items().empty()});
    }
  return all;
}

std::vector<std::string> Declaring::lost(const DeclaredPod& pod, const Value& metadata) {
  std::vector<std::string> names;
  names.reserve(pod.containers.size());
  for (const DeclaredContainer& one : pod.containers) names.push_back(one.name);
  std::vector<std::string> lost = lost_of_pod(pod.subject.annotations, names);
  if (!pod.part.empty())
    std::ranges::move(lost_of_object(words(metadata, "metadata", "annotations"), pod.part), std::back_inserter(lost));
  return lost;
}

DeclaredPod Declaring::pod(const Value& object, const manifest::FoundTemplate& found) {
  const std::string kind = name_in(object["kind"]);
  const Value metadata = object["metadata"];
  const std::string name = name_in(metadata["name"]);
  DeclaredPod pod{.owner = kind.empty() ? "pod template" : base::format("{}/{}", kind, name),
                  .part = found.path,
                  .source = origin_.place(object)};
  const std::string space = name_in(metadata["namespace"]);
  const std::string path = found.path.empty() ? "metadata" : found.path + ".metadata";
  pod.subject = {.space = space.empty() ? space_ : space,
                 .pod = found.path.empty() ? name : "",
                 .runtime_class = name_in(found.spec["runtimeClassName"]),
                 .labels = words(found.metadata, path, "labels"),
                 .annotations = words(found.metadata, path, "annotations")};
  pod.containers = containers(found.spec);
  pod.lost = lost(pod, metadata);
  return pod;
}

base::Result<void> Declaring::object(const Value& object) {
  findings_ = {};
  for (const manifest::FoundTemplate& found : manifest::pod_templates(object)) {
    DeclaredPod one = pod(object, found);
    if (findings_.error) return std::unexpected(*findings_.error);
    if (auto taken = take_(one); !taken) return taken;
  }
  return {};
}

}  // namespace

base::Result<void> each_declared_pod(const manifest::Document& document, const manifest::Origin& origin,
                                     const std::string& space, const TakePod& take) {
  if (document.nodes.empty()) return {};
  const Value root(document);
  const bool list = name_in(root["kind"]).ends_with("List") && root["items"].is(NodeKind::sequence);
  const std::vector<Value> objects = list ? root["items"].items() : std::vector<Value>{root};
  if (objects.size() > kMostObjects)
    return std::unexpected(base::Error{.code = base::Code::malformed,
                                       .message = base::format("{}: a List of {} objects, more than the {} that are read",
                                                               origin.place(root), objects.size(), kMostObjects)});
  Declaring declaring(origin, space, take);
  for (const Value& one : objects)
    if (auto declared = declaring.object(one); !declared) return declared;
  return {};
}

}  // namespace railhead::nri
