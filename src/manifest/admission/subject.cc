#include "manifest/admission/subject.h"

#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/facts/pod_template.h"
#include "manifest/pod/read.h"

namespace railhead::manifest::admission {
namespace {

constexpr std::size_t kMostObjects = 4096;

std::string text_of(const Value& value) { return base::one_line(value.text().value_or("").substr(0, 253)); }

/// The name that the pods of an object get begins with the object's; what follows is the cluster's choice.
void name_pod(Pod& pod, const std::string& kind, const std::string& object) {
  if (!pod.name.empty() && kind == "Pod") return;
  pod.name.clear();
  if (kind == "Pod") return;
  if (kind == "StatefulSet") {
    pod.name = base::format("{}-0", object);
  } else {
    pod.generate_name = base::format("{}-", object);
  }
}

}  // namespace

base::Result<void> add_subjects(const Value& object, const Origin& origin, std::vector<Subject>& subjects) {
  const std::string kind = text_of(object["kind"]);
  const Value metadata = object["metadata"];
  const std::string name = text_of(metadata["name"]);
  for (const FoundTemplate& found : pod_templates(object)) {
    base::Result<Pod> pod = read_pod(found.metadata, found.spec, origin);
    if (!pod) return std::unexpected(pod.error());
    Subject subject{.owner = kind.empty() ? "pod template" : base::format("{}/{}", kind, name), .part = found.path};
    subject.source = origin.place(object);
    name_pod(*pod, kind, name);
    if (kind != "Pod") {
      subject.controller = controller_of(kind);
      // A template's pods are made in the namespace of the object, whatever the template says.
      pod->space = text_of(metadata["namespace"]);
    }
    subject.pod = std::move(*pod);
    subjects.push_back(std::move(subject));
  }
  return {};
}

base::Result<std::vector<Subject>> subjects_of(const Document& document, const Origin& origin) {
  std::vector<Subject> subjects;
  if (document.nodes.empty()) return subjects;
  const Value root(document);
  if (!text_of(root["kind"]).ends_with("List") || !root["items"].is(NodeKind::sequence)) {
    if (auto added = add_subjects(root, origin, subjects); !added) return std::unexpected(added.error());
    return subjects;
  }
  const std::vector<Value> items = root["items"].items();
  if (items.size() > kMostObjects)
    return std::unexpected(base::Error{.code = base::Code::malformed,
                                       .message = base::format("{}: a List of {} objects, more than the {} that are read",
                                                               origin.place(root), items.size(), kMostObjects)});
  for (const Value& item : items)
    if (auto added = add_subjects(item, origin, subjects); !added) return std::unexpected(added.error());
  return subjects;
}

}  // namespace railhead::manifest::admission
