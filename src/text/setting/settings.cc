#include "text/setting/settings.h"

#include "text/setting/kinds.h"

namespace railhead::text {

const std::vector<Kind>& settings() {
  using namespace setting;
  static const std::vector<Kind> kinds = {
      process_status(), process_limits(),       prlimit(),        ulimit(),       nccl_conf(),
      environment(),    manifest_environment(), launch_command(), command_line(), loaded_modules(),
      iommu_groups(),   memory_peers(),         uname(),
  };
  return kinds;
}

const std::vector<Kind>& lone_settings() {
  using namespace setting;
  static const std::vector<Kind> kinds = {lone_ulimit(), lone_iommu_groups(), lone_iommu_types()};
  return kinds;
}

}  // namespace railhead::text
