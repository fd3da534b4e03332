#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "manifest/edit/tree.h"
#include "manifest/job/job.h"
#include "manifest/job/profile.h"

/// From a job and its cluster to every object that it needs.
namespace railhead::manifest::render {

/// Whose rights an object needs.
enum class NeededBy : std::uint8_t { admin, user };

/// One object. `text` is a YAML document without "---", with a newline at its end; deterministic.
struct Object {
  std::string kind;
  std::string name;
  std::string space;  // empty: it is the cluster's
  NeededBy needed_by = NeededBy::user;
  std::string text;
};

struct Options {
  bool test_pod = false;  // the pod that tries the network in place of the job
};

/// The objects in the order in which they are to be applied. An error where what is asked for is not possible; it says what to
/// change in railhead.yaml.
base::Result<std::vector<Object>> render(const job::TrainingJob& job, const job::ClusterProfile& cluster,
                                         const Options& options);

}  // namespace railhead::manifest::render
