#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/manifest/inputs.h"
#include "cli/output.h"
#include "manifest/admission/judge.h"

namespace railhead::cli {

struct SccCheckOptions {
  OutputOptions output;
  std::vector<std::string> operands = {};
  std::vector<std::string> objects = {};  // --objects
  std::string space = {};
  std::string user = {};
  std::vector<std::string> groups = {};
  std::string level = {};
  std::string openshift_version = {};
  std::string kube_version = {};
  std::string batch = {};
  bool suggest = false;
  bool verbose = false;
};

/// What `scc render` takes beside: the name of the new SCC, and the service account that the pods will have.
struct SccRenderOptions {
  SccCheckOptions asked = {};
  std::string name = {};
  std::string account = {};
};

/// `scc check`: exit 1 where a pod is refused, else 3 where of one it is not known.
base::Result<Exit> run_scc_check(const SccCheckOptions& options);

/// `scc check --batch DIR`.
base::Result<Exit> run_scc_batch(const SccCheckOptions& options);

/// `scc render`: exit 1 where no SCC admits a pod, and nothing is printed then; else 3 where of one it is not known.
base::Result<Exit> run_scc_render(const SccRenderOptions& options);

/// The objects of the cluster (--objects) with those that stand beside the pods, which are to be applied, and OpenShift's own
/// SCCs where it is one and none of them was given. `question` says how it is asked.
base::Result<manifest::scc::World> asked_world(const ManifestInputs& pods, const SccCheckOptions& options,
                                               manifest::admission::Question& question);

/// There is no pod in these files.
base::Error no_pods(const ManifestInputs& inputs);

/// What the options say of how it is asked; `has_constraints`: SCCs were given.
base::Result<manifest::admission::Question> question_of(const SccCheckOptions& options, bool has_constraints);

}  // namespace railhead::cli
