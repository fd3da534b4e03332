#include "facts/host/kernel_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace railhead::facts {
namespace {

/// RDMA core and drivers, GPU drivers and what joins the two. A name that ends in '_' or stands for a family is a prefix.
constexpr std::array<std::string_view, 36> kPrefixes = {
    "ib_",         "rdma_",  "rdmavt", "iw_",    "mlx4",     "mlx5",  "mlxfw",  "mlx_compat", "nvidia",
    "nv_peer_mem", "gdrdrv", "amdgpu", "amdkfd", "amdp2p",   "irdma", "i40iw",  "ice",        "bnxt_",
    "efa",         "hfi1",   "qib",    "siw",    "hns_roce", "hns3",  "ocrdma", "qed",        "usnic",
    "vmw_pvrdma",  "ionic",  "erdma",  "mana",   "cxgb4",    "cxi",   "smc",    "knem",       "xpmem"};

}  // namespace

bool is_module_of_interest(std::string_view name) {
  return std::any_of(kPrefixes.begin(), kPrefixes.end(), [&](std::string_view prefix) { return name.starts_with(prefix); });
}

std::vector<Module> parse_modules(std::string_view text) {
  std::vector<Module> modules;
  for (const std::string_view line : base::lines(text)) {
    if (!is_module_of_interest(line)) continue;
    const std::vector<std::string_view> words = base::words(line);
    if (words.size() >= 5) modules.push_back({.name = base::printable(words[0]), .state = base::printable(words[4])});
  }
  return modules;
}

}  // namespace railhead::facts
