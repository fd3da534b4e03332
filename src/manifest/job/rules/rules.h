#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "manifest/job/job.h"
#include "manifest/job/profile.h"

/// What fields have to do with each other, beyond what the table says.
namespace railhead::manifest::job {

/// Takes what is wrong with the field of a path. `with` is the path of the other field that it does not go with: where one of
/// the two is faulty in itself nothing follows from it.
using Say = std::function<void(const std::string& path, const std::string& with, const std::string& message,
                               const std::string& suggestion)>;

/// `spec`: the path of the cluster, "spec" or "spec.cluster".
void judge_cluster(const ClusterProfile& cluster, const std::string& spec, const Say& say);
/// Of its rails.
void judge_rails(const ClusterProfile& cluster, const std::string& spec, const Say& say);
void judge_job(const TrainingJob& job, const Say& say);
void judge_volumes(const TrainingJob& job, const Say& say);

/// The words of the file for the values of its enums.
std::string_view word_of(Fabric fabric);
std::string_view word_of(Platform platform);
std::string_view word_of(NetworksBy networks);
std::string_view word_of(MemlockWay way);

}  // namespace railhead::manifest::job
