#pragma once

#include <string>
#include <vector>

#include "facts/cluster/survey/wanted.h"
#include "flow/deploy/items.h"
#include "manifest/job/job.h"
#include "manifest/job/profile.h"

namespace railhead::flow {

/// A job that is to be deployed. `place` is FILE:LINE of its document.
struct JobOnCluster {
  std::string place;
  const manifest::job::TrainingJob* job = nullptr;
  const manifest::job::ClusterProfile* cluster = nullptr;
};

/// What the job asks of the cluster. `items`: what render gives for it, and for others beside it.
facts::WantedJob wanted_of(const JobOnCluster& one, const std::vector<Item>& items);

/// The pods of one workload, a template each.
std::vector<facts::WantedPods> pods_of(const Item& item, std::uint64_t nodes);

/// A workload with pods: StatefulSet, Job, ...
bool has_pods(const Item& item);

}  // namespace railhead::flow
