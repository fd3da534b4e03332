#pragma once

#include <map>
#include <string>
#include <vector>

#include "manifest/psa/psa.h"

namespace railhead::manifest::psa {

struct LevelVersion {
  Level level = Level::privileged;
  Version version = {};
};

/// What a namespace's labels ask for. `problems` are the server's words about labels that it cannot read: such a level counts
/// as restricted where it enforces and as privileged elsewhere, such a version as latest.
struct Policy {
  LevelVersion enforce = {};
  LevelVersion audit = {};
  LevelVersion warn = {};
  std::vector<std::string> problems = {};
};

/// Labels pod-security.kubernetes.io/{enforce,audit,warn} and those with -version. `defaults` is what counts without them; of
/// Kubernetes it is privileged throughout. Only "latest" and "v1.N" are versions in a label. Source:
/// kubernetes/pod-security-admission api/helpers.go.
Policy policy_of(const std::map<std::string, std::string>& labels, const Policy& defaults = {});

}  // namespace railhead::manifest::psa
