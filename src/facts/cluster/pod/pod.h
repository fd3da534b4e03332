#pragma once

#include <optional>
#include <string>
#include <vector>

namespace railhead::facts {

/// A pod as the cluster has it. `reason` and `message` say why it is not running, as far as it is told: "Evicted",
/// "ImagePullBackOff". `place` is its number among the pods of its owner: a StatefulSet's ordinal, a Job's completion index.
struct Pod {
  std::string name = {};
  std::string space = {};
  std::string node = {};
  std::string phase = {};  // "Running"
  std::string reason = {};
  std::string message = {};
  std::string container = {};  // the one that is asked
  bool running = false;        // the container is
  bool terminating = false;
  std::string owner_kind = {};  // "StatefulSet"
  std::string owner_name = {};
  std::optional<unsigned> place = {};
  std::string job = {};   // the label app.kubernetes.io/instance
  bool launcher = false;  // of an MPIJob: it starts the ranks and is none, and its log tells of all
};

}  // namespace railhead::facts
