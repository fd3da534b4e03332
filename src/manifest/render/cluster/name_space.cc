#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/way_out/cluster.h"
#include "manifest/psa/psa.h"
#include "manifest/render/cluster/object.h"

namespace railhead::manifest::render {
namespace {

/// Namespaces that every cluster has. What is applied there holds for others' pods too.
bool is_reserved(const std::string& name) {
  return name == "default" || name == "openshift" || name.starts_with("kube-") || name.starts_with("openshift-");
}

/// The minor of Kubernetes that a version of the profile is. OpenShift 4.N is Kubernetes 1.(N+13) (its release notes, 4.11 to
/// 4.20), and 5.0 is 1.36. Nothing where none is said, or one of which no rules are known.
std::optional<int> minor_of(const job::ClusterProfile& cluster) {
  const std::vector<std::string_view> parts = base::split(cluster.version, '.');
  if (parts.size() < 2) return std::nullopt;
  const auto major = base::unsigned_number(parts[0].starts_with('v') ? parts[0].substr(1) : parts[0]);
  const auto minor = base::unsigned_number(parts[1]);
  if (!major || !minor || *minor > 99) return std::nullopt;
  int found = static_cast<int>(*minor);
  if (cluster.platform == job::Platform::openshift) {
    if (*major == 5 && found == 0)
      found = 36;
    else if (*major == 4 && found >= 11 && found <= 20)
      found += 13;
    else
      return std::nullopt;
  } else if (*major != 1) {
    return std::nullopt;
  }
  return psa::known({found}) ? std::optional(found) : std::nullopt;
}

/// The strictest level that takes each pod.
psa::Level lowest_for(const std::vector<Pod>& pods, psa::Version version) {
  psa::Level level = psa::Level::restricted;
  for (const Pod& pod : pods) level = std::min(level, admission::level_for(pod, version));
  return level;
}

base::Result<psa::Level> level_of(const Plan& plan, const std::vector<Pod>& pods, psa::Version version) {
  const psa::Level needed = lowest_for(pods, version);
  if (plan.cluster.pod_security.empty()) return needed;
  const auto wanted = psa::level_named(plan.cluster.pod_security);
  if (wanted && *wanted <= needed) return *wanted;
  std::string why = base::format("'{}' is no level", base::one_line(plan.cluster.pod_security));
  for (const Pod& pod : pods)
    if (const auto violations = wanted ? psa::violations(pod, *wanted, version) : std::vector<psa::Violation>();
        !violations.empty())
      why = base::format("{} refuses the job's pods: {}", psa::name(*wanted), psa::details(violations));
  return std::unexpected(base::Error{.code = base::Code::malformed,
                                     .message = base::format("podSecurity: {}", why),
                                     .suggestion = base::format("Write podSecurity: {}, or leave it out.", psa::name(needed))});
}

/// The version is pinned where it is known: the level was found by its rules, and an upgrade of the cluster must not refuse
/// the pods of a job that runs. Otherwise no label says a version, which means the server's own.
Members security_labels(const Plan& plan, psa::Level level, const std::optional<int>& minor) {
  Members labels;
  for (const char* mode : {"enforce", "warn", "audit"}) {
    labels.emplace_back(base::format("pod-security.kubernetes.io/{}", mode), word(psa::name(level)));
    if (minor)
      labels.emplace_back(base::format("pod-security.kubernetes.io/{}-version", mode), word(base::format("v1.{}", *minor)));
  }
  // OpenShift's controller writes levels by the SCCs that may be used there, over what others wrote, unless it is told not to
  // (pod-security-admission-label-synchronization-controller of openshift/cluster-policy-controller).
  if (plan.cluster.platform == job::Platform::openshift)
    labels.emplace_back("security.openshift.io/scc.podSecurityLabelSync", word("false"));
  return labels;
}

Tree with_labels(Tree metadata, Members more) {
  const auto labels = std::ranges::find(metadata.members, "labels", &std::pair<std::string, Tree>::first);
  if (labels == metadata.members.end())
    metadata.members.emplace_back("labels", mapping(std::move(more)));
  else
    labels->second.members.insert(labels->second.members.end(), more.begin(), more.end());
  return metadata;
}

}  // namespace

base::Result<std::vector<Object>> name_space(const Plan& plan, const std::vector<Pod>& pods) {
  std::vector<Object> objects;
  const std::string name = plan.space();
  if (!plan.cluster.create_space || is_reserved(name)) return objects;
  const std::optional<int> minor = minor_of(plan.cluster);
  const auto level = level_of(plan, pods, {minor});
  if (!level) return std::unexpected(level.error());
  objects.push_back(made("Namespace", name, "", NeededBy::admin,
                         {{"apiVersion", word("v1")},
                          {"kind", word("Namespace")},
                          {"metadata", with_labels(shared_metadata(plan, name, ""), security_labels(plan, *level, minor))}}));
  objects.back().level = psa::name(*level);
  return objects;
}

}  // namespace railhead::manifest::render
