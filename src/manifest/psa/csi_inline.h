#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "manifest/pod/pod.h"
#include "manifest/scc/world.h"

namespace railhead::manifest::psa {

/// What OpenShift's plugin storage.openshift.io/CSIInlineVolumeSecurity refuses of a pod with csi volumes of its own (not of
/// claims): a driver whose level is less strict than the one that the namespace enforces. `space` is the namespace's name.
/// A driver without the label security.openshift.io/csi-ephemeral-volume-profile, or without a CSIDriver object, is privileged;
/// a namespace without the label pod-security.kubernetes.io/enforce counts as restricted here, whatever Pod Security itself
/// makes of it. The text is the server's but for a namespace with labels that cannot be read, where the server prints the
/// whole namespace and this its name. The plugin is asked after the API's own validation.
/// Source: openshift-kube-apiserver/admission/storage/csiinlinevolumesecurity of openshift/kubernetes, since OpenShift 4.13.
std::optional<std::string> csi_inline_refusal(const Pod& pod, const std::string& space,
                                              const std::map<std::string, std::string>& labels,
                                              const std::vector<scc::CsiDriver>& drivers);

}  // namespace railhead::manifest::psa
