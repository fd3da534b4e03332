#include "nri/declared/declared.h"

#include <array>
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
  Declaring(const manifest::Origin& origin, const std::string& space, DeclaredContainers& found)
      : origin_(origin), space_(space), found_(found) {}

  base::Result<void> object(const Value& object);

 private:
  void pod(const Value& object, const manifest::FoundTemplate& found);
  std::vector<std::string> containers(const DeclaredContainer& of_pod, const Value& spec);
  void lose(const DeclaredContainer& of_pod, const Value& object, std::vector<std::string> whys);
  Texts words(const Value& value, std::string path, std::string_view key);

  const manifest::Origin& origin_;
  const std::string& space_;
  DeclaredContainers& found_;
  manifest::Findings findings_ = {};
};

/// Labels or annotations; what is no text is noted as the API server would say it.
Texts Declaring::words(const Value& value, std::string path, std::string_view key) {
  manifest::Section section(value, std::move(path), origin_, findings_);
  return section.there() ? as_texts(section.words(key)) : Texts();
}

std::vector<std::string> Declaring::containers(const DeclaredContainer& of_pod, const Value& spec) {
  constexpr std::array<std::string_view, 2> kLists = {"initContainers", "containers"};
  std::vector<std::string> names;
  for (const std::string_view list : kLists)
    for (const Value& item : spec[list].items()) {
      if (names.size() == manifest::kMostEntries) return names;
      DeclaredContainer one = of_pod;
      one.source = origin_.place(item);
      one.init = list == kLists[0];
      one.subject.container = name_in(item["name"]);
      one.resources = manifest::resources_of(item["resources"], origin_);
      names.push_back(one.subject.container);
      found_.containers.push_back(std::move(one));
    }
  return names;
}

void Declaring::lose(const DeclaredContainer& of_pod, const Value& object, std::vector<std::string> whys) {
  for (std::string& why : whys)
    found_.lost.push_back({.owner = of_pod.owner, .source = origin_.place(object), .why = std::move(why)});
}

void Declaring::pod(const Value& object, const manifest::FoundTemplate& found) {
  const std::string kind = name_in(object["kind"]);
  const Value metadata = object["metadata"];
  const std::string name = name_in(metadata["name"]);
  DeclaredContainer one{.owner = kind.empty() ? "pod template" : base::format("{}/{}", kind, name), .part = found.path};
  const std::string space = name_in(metadata["namespace"]);
  const std::string path = found.path.empty() ? "metadata" : found.path + ".metadata";
  one.subject = {.space = space.empty() ? space_ : space,
                 .pod = found.path.empty() ? name : "",
                 .runtime_class = name_in(found.spec["runtimeClassName"]),
                 .labels = words(found.metadata, path, "labels"),
                 .annotations = words(found.metadata, path, "annotations")};
  lose(one, object, lost_of_pod(one.subject.annotations, containers(one, found.spec)));
  if (!found.path.empty()) lose(one, object, lost_of_object(words(metadata, "metadata", "annotations"), found.path));
}

base::Result<void> Declaring::object(const Value& object) {
  for (const manifest::FoundTemplate& found : manifest::pod_templates(object)) pod(object, found);
  if (findings_.error) return std::unexpected(*findings_.error);
  return {};
}

}  // namespace

base::Result<DeclaredContainers> declared_containers(const manifest::Document& document, const manifest::Origin& origin,
                                                     const std::string& space) {
  DeclaredContainers found;
  if (document.nodes.empty()) return found;
  const Value root(document);
  const bool list = name_in(root["kind"]).ends_with("List") && root["items"].is(NodeKind::sequence);
  const std::vector<Value> objects = list ? root["items"].items() : std::vector<Value>{root};
  if (objects.size() > kMostObjects)
    return std::unexpected(base::Error{.code = base::Code::malformed,
                                       .message = base::format("{}: a List of {} objects, more than the {} that are read",
                                                               origin.place(root), objects.size(), kMostObjects)});
  for (const Value& one : objects)
    if (auto declared = Declaring(origin, space, found).object(one); !declared) return std::unexpected(declared.error());
  return found;
}

}  // namespace railhead::nri
