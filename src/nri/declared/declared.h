#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "facts/cluster/object.h"
#include "manifest/facts/origin.h"
#include "manifest/yaml/document.h"
#include "nri/policy/subject.h"

/// Pods of manifests, as a runtime would tell of them.
namespace railhead::nri {

/// A container of a pod template.
struct DeclaredContainer {
  std::string name = {};
  std::string source = {};  // FILE:LINE
  bool init = false;
  std::vector<facts::ResourceRequest> resources = {};
  bool claims = false;  // it takes devices by resource claims, which say elsewhere what they are
};

/// A pod template. `subject` is what its containers have in common: the container's name is missing in it, and what nobody
/// knows before the pod is there (devices, the container's own annotations, limits). Its runtime class is that of the pod,
/// which is taken for the handler's name. `lost`: why annotations that ask for limits reach no container, a sentence each.
struct DeclaredPod {
  std::string owner = {};   // "StatefulSet/train", "pod template" in a fragment
  std::string part = {};    // "spec.template"; empty for a pod
  std::string source = {};  // FILE:LINE of the object
  Subject subject = {};
  std::vector<DeclaredContainer> containers = {};  // init containers first
  std::vector<std::string> lost = {};
};

using TakePod = std::function<base::Result<void>(DeclaredPod& pod)>;

/// Hands every pod template of a document to `take`, one at a time. `space`: the namespace of objects that name none. The error
/// is that of `take`, or names file, line and field of what an API server would not take.
base::Result<void> each_declared_pod(const manifest::Document& document, const manifest::Origin& origin,
                                     const std::string& space, const TakePod& take);

}  // namespace railhead::nri
