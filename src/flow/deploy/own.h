#pragma once

#include <string>
#include <vector>

#include "flow/deploy/applied.h"
#include "kube/objects/live.h"

namespace railhead::flow {

/// "TrainingJob/team-a/llama": whose objects those of a job are. src/manifest/render writes the same into them.
std::string owner_of(const std::string& space, const std::string& job);

/// What deploy made for the job once, and is not among the items now.
kube::Owned leftovers(const kube::Client& client, const std::string& owner, const std::string& space,
                      const std::vector<Item>& items);

/// What became of an object that was to go. `why`: it is still there, since.
struct Removed {
  kube::Live object;
  std::string why = {};
};

struct Removing {
  bool volumes = false;  // claims too, with the data in them
  bool dry_run = false;
  std::function<bool()> wanted = [] { return true; };
  std::function<void(const Removed&)> done = [](const Removed&) {};
};

/// Deletes objects, the last applied first. Goes on where one cannot be deleted.
std::vector<Removed> remove_all(const kube::Client& client, const std::vector<kube::Live>& objects, const Removing& how);

}  // namespace railhead::flow
