#include <algorithm>

#include "base/nearest.h"
#include "finding/declared/asked_limits.h"

namespace railhead::check {
namespace {

std::vector<std::string> names_of(const facts::PodTemplate& pod) {
  std::vector<std::string> names;
  names.reserve(pod.containers.size());
  for (const facts::DeclaredContainer& container : pod.containers) names.push_back(container.name);
  return names;
}

/// The container that an annotation is for; empty: all of them, or the key is none.
std::string container_of(const facts::Annotation& annotation) {
  const auto named = nri::named_by(annotation.name);
  return named && *named ? (*named)->container : std::string();
}

/// The key with the name that was probably meant: the one container that there is, or the nearest.
std::string fix_of(const facts::Annotation& annotation, const std::string& name, const std::vector<std::string>& names) {
  const std::string near = base::nearest(std::string_view(name).substr(0, 64), names);
  if (near.empty()) return {};
  return base::format("{}{}: ...  # the value that is there", annotation.name.substr(0, annotation.name.size() - name.size()),
                      base::one_line(near));
}

void judge(const facts::PodTemplate& pod, std::vector<Finding>& findings) {
  if (!pod.whole) return;
  const std::vector<std::string> names = names_of(pod);
  Evidences good;
  for (const facts::Annotation& annotation : pod.annotations) {
    const std::string name = container_of(annotation);
    if (name.empty()) continue;
    if (std::ranges::find(names, name) != names.end()) {
      good.push_back(shown(annotation));
      continue;
    }
    findings.push_back(violated(Severity::warning, base::one_line(pod.owner),
                                base::format("{} asks for limits of a container that the pod does not have; it has {}",
                                             annotation.name, base::one_line(base::listed(names, 6))),
                                {shown(annotation)}, fix_of(annotation, name, names)));
  }
  if (!good.empty())
    findings.push_back(ok(base::one_line(pod.owner), "asks for limits of containers that it has", std::move(good)));
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  for (const facts::PodTemplate* pod : declared_pods(input)) judge(*pod, findings);
  return findings;
}

}  // namespace

Check k8s_ulimit_annotation_names_no_container() {
  return {.title = "An annotation asks for limits of a container that the pod does not have",
          .severity = Severity::warning,
          .cause =
              "A plugin of the node looks for the annotation with the name of the container that is being made. One with "
              "another name is never looked at, and the container starts with the limit of the runtime.",
          .fix = "memlock.railhead.dev/container.NAME: unlimited  # NAME as it stands in spec.containers",
          .rule = rule};
}

}  // namespace railhead::check
