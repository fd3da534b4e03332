#include "facts/cluster/gpu_resource.h"

#include "base/text.h"

namespace railhead::facts {

bool is_gpu_resource(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view prefix = name.substr(0, slash);
  const std::string rest = base::lowered(name.substr(slash + 1));
  if (prefix == "nvidia.com") return rest.starts_with("mig-") || rest.find("gpu") != std::string::npos;
  if (prefix == "amd.com" || prefix == "gpu.intel.com" || prefix == "habana.ai") return true;
  return prefix == "intel.com" && rest == "gpu";
}

}  // namespace railhead::facts
