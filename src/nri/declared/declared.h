#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "facts/cluster/object.h"
#include "manifest/facts/origin.h"
#include "manifest/yaml/document.h"
#include "nri/policy/subject.h"

/// Containers of manifests, as a runtime would tell of them.
namespace railhead::nri {

/// A container of a pod template. What nobody knows before the pod is there is missing in `subject`: devices, the container's
/// own annotations, limits. Its runtime class is that of the pod, which is taken for the handler's name.
struct DeclaredContainer {
  std::string owner = {};   // "StatefulSet/train", "pod template" in a fragment
  std::string part = {};    // "spec.template"; empty for a pod
  std::string source = {};  // FILE:LINE of the container
  bool init = false;
  Subject subject = {};
  std::vector<facts::ResourceRequest> resources = {};
};

/// An annotation that asks for limits and reaches no container, and why.
struct LostAnnotation {
  std::string owner = {};
  std::string source = {};  // FILE:LINE of the object
  std::string why = {};
};

struct DeclaredContainers {
  std::vector<DeclaredContainer> containers = {};
  std::vector<LostAnnotation> lost = {};
};

/// The containers of every pod template in a document, the init containers of each first. `space`: the namespace of objects
/// that name none. The error names file, line and field of what an API server would not take.
base::Result<DeclaredContainers> declared_containers(const manifest::Document& document, const manifest::Origin& origin,
                                                     const std::string& space);

}  // namespace railhead::nri
