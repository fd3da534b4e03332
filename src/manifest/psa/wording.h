#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/pod/pod.h"

/// How Pod Security puts its findings into words (policy/helpers.go of kubernetes/pod-security-admission).
namespace railhead::manifest::psa {

/// `"a", "b"`: what stands in the quotes is not escaped.
std::string in_quotes(const std::vector<std::string>& words);
std::string in_quotes(const std::set<std::string>& words);

/// `container "a"`, `containers "a", "b"`.
std::string named(std::string_view noun, const std::vector<std::string>& names);

bool has(const std::vector<std::string>& list, std::string_view word);

/// Who sets what a check forbids, and to which values.
struct Setters {
  bool pod = false;
  std::vector<std::string> containers = {};
  std::set<std::string> values = {};

  bool none() const { return !pod && containers.empty(); }
  /// `pod and container "a"`.
  std::string words() const;
};

/// Init containers, containers, ephemeral containers: the order of every list of containers that Pod Security names.
template <class Visit>
void each_container(const Pod& pod, Visit visit) {
  for (const PodContainer& container : pod.init_containers) visit(container);
  for (const PodContainer& container : pod.containers) visit(container);
  for (const PodContainer& container : pod.ephemeral_containers) visit(container);
}

/// The names of the containers of which `is` holds.
template <class Is>
std::vector<std::string> containers_where(const Pod& pod, Is is) {
  std::vector<std::string> names;
  each_container(pod, [&](const PodContainer& container) {
    if (is(container)) names.push_back(container.name);
  });
  return names;
}

}  // namespace railhead::manifest::psa
