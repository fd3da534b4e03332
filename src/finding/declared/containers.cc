#include "finding/declared/containers.h"
#include "facts/cluster/cluster.h"

#include <algorithm>

namespace railhead::check {

std::string Declared::subject() const {
  const char* what = container.init ? "init container" : "container";
  const std::string name = container.name.empty() ? "" : " " + container.name;
  return base::one_line(base::format("{} {}{}", pod.owner, what, name));
}

std::vector<Declared> declared_containers(const Input& input) {
  std::vector<Declared> found;
  for (const facts::PodTemplate* pod : declared_pods(input))
    for (const facts::DeclaredContainer& container : pod->containers) found.push_back({*pod, container});
  return found;
}

std::vector<const facts::PodTemplate*> declared_pods(const Input& input) {
  std::vector<const facts::PodTemplate*> found;
  if (input.cluster == nullptr) return found;
  for (const facts::ClusterObject& object : input.cluster->objects)
    for (const facts::PodTemplate& pod : object.pods) found.push_back(&pod);
  return found;
}

bool is_privileged(const facts::DeclaredContainer& container) { return container.security.privileged.is(true); }

const facts::Placed* added(const facts::DeclaredContainer& container, std::string_view capability) {
  const auto found = std::ranges::find_if(container.security.capabilities, [capability](const facts::Placed& one) {
    return one.text == capability || one.text == "ALL";
  });
  return found == container.security.capabilities.end() ? nullptr : &*found;
}

Evidences resource_evidence(const std::vector<facts::ResourceRequest>& requests) {
  Evidences evidence;
  for (const facts::ResourceRequest& request : requests) {
    if (evidence.size() >= 8) break;
    const std::string amount = request.amount ? std::to_string(*request.amount) : "?";
    evidence.push_back({base::format("asks for {}: {}", base::one_line(request.name), amount), request.source});
  }
  return evidence;
}

const facts::HostMount* infiniband_mount(const facts::DeclaredContainer& container) {
  const auto found = std::ranges::find_if(container.mounts, [](const facts::HostMount& mount) {
    return mount.outside == "/dev/infiniband" || mount.outside.starts_with("/dev/infiniband/");
  });
  return found == container.mounts.end() ? nullptr : &*found;
}

bool runs_as_other_user(const facts::DeclaredContainer& container, Evidences& evidence) {
  const facts::SecurityContext& security = container.security;
  if (security.user) {
    if (*security.user <= 0) return false;
    evidence.push_back(seen(security.user, base::format("runs as user {}", *security.user)));
    return true;
  }
  if (!security.user.not_asked() || !security.non_root.is(true)) return false;
  evidence.push_back(seen(security.non_root, "runAsNonRoot: true"));
  return true;
}

std::string resource_names(const std::vector<facts::ResourceRequest>& requests) {
  std::vector<std::string> names;
  names.reserve(requests.size());
  for (const facts::ResourceRequest& request : requests) names.push_back(base::one_line(request.name));
  return listed(std::move(names));
}

}  // namespace railhead::check
