#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "manifest/job/read.h"

namespace railhead::cli {

/// More than any railhead.yaml has.
constexpr std::size_t kMostJobBytes = std::size_t{16} << 20U;

struct ProfileFile {
  manifest::job::ClusterProfile cluster = {};
  std::vector<manifest::job::Problem> problems = {};  // of the whole file; `cluster` is not to be used where there are some
};

/// The first ClusterProfile of a file, or cluster of a TrainingJob, "-" for stdin. An error where the file cannot be read or
/// has none.
base::Result<ProfileFile> first_profile(const std::string& path);

/// Problems as one error, each on a line of its own, and how many there are.
base::Error told(const std::vector<manifest::job::Problem>& problems);

}  // namespace railhead::cli
