#pragma once

#include <string>

#include "facts/cluster/object.h"
#include "manifest/facts/origin.h"
#include "manifest/facts/pod_template.h"

namespace railhead::manifest {

/// What a pod template declares. `owner` names the object, `complete` says that the object is there from its kind on, so that
/// what its pods do not have they do not get from it.
facts::PodTemplate pod_of(const FoundTemplate& found, const std::string& owner, bool complete, const Origin& origin);

/// A container that stands alone in a fragment: its resources or its security context are there, and nothing around it.
facts::PodTemplate lone_container(const std::vector<Value>& containers, const Origin& origin);

/// The text of k8s.v1.cni.cncf.io/networks: "ns/name@net1, name", or a list in JSON.
std::vector<facts::NetworkAttachment> attachments_of(const std::string& text, const std::string& source);

}  // namespace railhead::manifest
