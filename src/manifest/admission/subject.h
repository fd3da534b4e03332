#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "manifest/admission/controllers.h"
#include "manifest/facts/origin.h"
#include "manifest/pod/pod.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest::admission {

/// A pod whose admission is asked about. `owner` is "Pod/job-a", "MPIJob/train" with `part`
/// "spec.mpiReplicaSpecs.Worker.template". No controller: a Pod, which whoever applies it creates. `source` is FILE:LINE of the
/// object.
struct Subject {
  std::string owner;
  std::string part = {};
  Pod pod = {};
  std::optional<Controller> controller = {};
  std::string source = {};
};

/// Adds the pods of one object.
base::Result<void> add_subjects(const Value& object, const Origin& origin, std::vector<Subject>& subjects);

/// The pods of a document: of every object in it that has pod templates, of whatever kind. The error names file, line and field
/// of what is not of its type.
base::Result<std::vector<Subject>> subjects_of(const Document& document, const Origin& origin);

}  // namespace railhead::manifest::admission
