#include "cli/inject/profile.h"

#include "cli/manifest/job_file.h"
#include "manifest/job/rail_wishes.h"

namespace railhead::cli {

base::Result<manifest::Wishes> read_profile(const std::string& path) {
  const auto file = first_profile(path);
  if (!file) return std::unexpected(file.error());
  if (!file->problems.empty()) return std::unexpected(told(file->problems));
  const manifest::job::ClusterProfile& cluster = file->cluster;
  manifest::Wishes wishes{.memlock = cluster.memlock,
                          .memlock_size = cluster.memlock_size,
                          .service_account = cluster.service_account,
                          .launcher_image = cluster.launcher_image};
  manifest::job::add_rails(cluster, "", wishes);
  return wishes;
}

}  // namespace railhead::cli
