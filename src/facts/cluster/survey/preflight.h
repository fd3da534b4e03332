#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/cluster/survey/survey.h"
#include "facts/cluster/survey/wanted.h"

namespace railhead::facts {

/// An object, or a pod of its template, that the API server was asked to take without keeping it. `by`: who asked. `taken` is
/// missing where it could not be asked, with the reason. `quota`: it was refused for a quota alone.
struct Trial {
  std::string what;
  bool pod = false;
  std::string by = {};
  Known<bool> taken = {};
  std::string said = {};
  std::string fix = {};
  bool quota = false;
};

/// One resource of a quota beside what the jobs ask of it beyond what they hold already. `scoped`: it counts some pods alone.
struct QuotaUse {
  std::string quota;
  std::string resource;
  std::string hard;  // as it is written
  std::string used;
  std::optional<std::uint64_t> left = {};
  std::uint64_t wanted = 0;
  bool scoped = false;
};

/// The jobs of one namespace, before anything is applied, and the cluster that they are to run in.
struct Preflight {
  Survey survey = {};
  std::vector<WantedJob> jobs = {};
  std::vector<QuotaUse> quotas = {};
  std::vector<Trial> trials = {};
};

}  // namespace railhead::facts
