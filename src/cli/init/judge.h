#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "manifest/job/init/answers.h"
#include "manifest/job/read.h"
#include "manifest/render/render.h"

namespace railhead::cli {

/// Says whether 'railhead render' will take what the answers give, by doing what it does.
class Judge {
 public:
  explicit Judge(std::string target) : target_(std::move(target)) {}

  /// The ClusterProfile of a file, in place of answers about the cluster.
  base::Result<void> take_profile(const std::string& file);
  const std::optional<manifest::job::ClusterProfile>& profile() const { return profile_; }

  /// `path`, seen from the working directory, as the written file has to say it.
  std::string from_target(const std::string& path) const;

  /// What is wrong. Messages about a field begin with its path.
  std::vector<manifest::job::Problem> problems(const manifest::job::Answers& answers) const;

  /// All objects of answers that have no problems, and the job's cluster.
  struct Rendered {
    std::vector<manifest::render::Object> objects;
    manifest::job::TrainingJob job;
    manifest::job::ClusterProfile cluster;
  };
  base::Result<Rendered> rendered(const manifest::job::Answers& answers) const;

 private:
  std::string target_;
  std::optional<manifest::job::ClusterProfile> profile_;
};

}  // namespace railhead::cli
