#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "flow/discover/parts.h"

namespace railhead::flow {
namespace {

using manifest::job::Platform;

/// "4.18" of "4.18.12", "1.31" of "v1.31.4+k3s1"; empty where it is no such version.
std::string short_version(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  const std::vector<std::string_view> parts = base::split(text, '.');
  if (parts.size() < 2 || !base::unsigned_number(parts[0])) return {};
  const std::string_view minor = parts[1].substr(0, parts[1].find_first_not_of("0123456789"));
  return base::unsigned_number(minor) ? base::format("{}.{}", parts[0], minor) : std::string();
}

void find_version(const facts::Survey& survey, Discovered& found) {
  const bool openshift = survey.openshift.is(true);
  const facts::Known<std::string>& version = openshift ? survey.release : survey.kubernetes;
  if (!version) return left_out(found, "version", not_known(version));
  found.profile.version = short_version(*version);
  if (found.profile.version.empty()) return left_out(found, "version", base::format("no version in '{}'", *version));
  known(found, "version", base::format("{} [{}]", *version, version.source()));
}

void find_pod_security(const facts::SurveyedSpace& space, Discovered& found) {
  if (!space.labels) return;
  const auto level = space.labels->find("pod-security.kubernetes.io/enforce");
  if (level == space.labels->end()) return;
  static constexpr std::array<std::string_view, 3> kLevels = {"privileged", "baseline", "restricted"};
  if (std::ranges::find(kLevels, level->second) == kLevels.end())
    return left_out(found, "podSecurity", base::format("the label's value '{}' is no level", level->second));
  found.profile.pod_security = level->second;
  known(found, "podSecurity", base::format("label pod-security.kubernetes.io/enforce [{}]", space.labels.source()));
}

void find_space(const facts::SurveyedSpace& space, Discovered& found) {
  found.profile.space = space.name;
  known(found, "namespace", "the one that discover was asked about");
  if (!space.exists) return left_out(found, "createNamespace", not_known(space.exists));
  found.profile.create_space = !*space.exists;
  known(found, "createNamespace",
        base::format("the namespace is {} [{}]", *space.exists ? "there" : "not there", space.exists.source()));
  find_pod_security(space, found);
}

/// Provisioners whose volumes pods on many nodes can mount (ReadWriteMany), by their documentation. What is not here is not
/// known to be one.
constexpr std::array<std::string_view, 12> kShared = {
    "cephfs.csi.ceph.com",       "nfs.csi.k8s.io",     "efs.csi.aws.com",
    "fsx.csi.aws.com",           "file.csi.azure.com", "filestore.csi.storage.gke.io",
    "lustre.csi.storage.gke.io", "csi.weka.io",        "spectrumscale.csi.ibm.com",
    "beegfs.csi.netapp.com",     "exa.csi.ddn.com",    "csi.vastdata.com"};

bool is_shared(const facts::StorageClass& one) {
  return std::ranges::any_of(kShared, [&](std::string_view name) { return one.provisioner.ends_with(name); });
}

}  // namespace

void find_platform(const facts::Survey& survey, Discovered& found) {
  if (survey.openshift) {
    found.profile.platform = *survey.openshift ? Platform::openshift : Platform::kubernetes;
    known(found, "platform",
          base::format("the API has {}config.openshift.io [{}]", *survey.openshift ? "" : "no ", survey.openshift.source()));
  } else {
    left_out(found, "platform", not_known(survey.openshift));
  }
  find_version(survey, found);
  find_space(survey.space, found);
}

void find_storage(const facts::Survey& survey, Discovered& found) {
  if (!survey.storage) return left_out(found, "storage", not_known(survey.storage));
  std::vector<std::string> shared;
  std::vector<std::string> defaults;
  for (const facts::StorageClass& one : *survey.storage) {
    if (is_shared(one)) shared.push_back(base::format("{} ({})", one.name, one.provisioner));
    if (is_shared(one)) found.profile.storage.shared = one.name;
    if (one.is_default) defaults.push_back(one.name);
    if (one.is_default) found.profile.storage.per_pod = one.name;
  }
  if (shared.size() > 1) found.profile.storage.shared.clear();
  if (defaults.size() > 1) found.profile.storage.per_pod.clear();
  std::string text = shared.empty() ? "no class is known to make volumes that many nodes mount"
                     : shared.size() > 1
                         ? base::format("several classes could be shared, so that none is chosen: {}", base::listed(shared))
                         : base::format("shared: {} makes volumes that many nodes mount", shared.front());
  text += defaults.empty()      ? "; no class is the default"
          : defaults.size() > 1 ? base::format("; several classes are the default: {}", base::listed(defaults))
                                : base::format("; perPod: {} is the default", defaults.front());
  text += base::format(" [{}]", survey.storage.source());
  if (found.profile.storage.shared.empty() && found.profile.storage.per_pod.empty()) return left_out(found, "storage", text);
  known(found, "storage", text);
}

}  // namespace railhead::flow
