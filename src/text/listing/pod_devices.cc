#include <algorithm>
#include <array>
#include <cctype>

#include "text/listing/kinds.h"
#include "text/listing/values.h"

// What people write down to compare pods: "pod-0: mlx5_6,mlx5_7". Only names that the kernel or udev give to RDMA devices
// count, with a number: any other "word: word,word" is somebody's text.

namespace railhead::text::listing {
namespace {

constexpr std::array<std::string_view, 10> kDrivers = {"mlx5_",  "mlx4_", "bnxt_re", "irdma", "hfi1_",
                                                       "ionic_", "hns_",  "efa_",    "rocep", "ibp"};

bool is_rdma_name(std::string_view name) {
  const auto has = [name](std::string_view driver) {
    return name.starts_with(driver) && name.size() > driver.size() &&
           std::isdigit(static_cast<unsigned char>(name[driver.size()])) != 0;
  };
  return is_device_name(name) && std::ranges::any_of(kDrivers, has);
}

struct Row {
  std::string_view pod;
  std::vector<std::string> devices;
};

std::optional<Row> row(std::string_view line) {
  const auto pair = key_value(line);
  if (!pair || pair->key.size() > 253 || pair->key.find_first_of(" \t=\"'{[") != std::string_view::npos) return std::nullopt;
  Row found{pair->key, {}};
  std::string_view rest = pair->value;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view name = base::trimmed(rest.substr(0, comma));
    if (!is_rdma_name(name) || found.devices.size() >= 256) return std::nullopt;
    found.devices.emplace_back(name);
    rest.remove_prefix(std::min(rest.size(), comma + 1));
  }
  if (found.devices.size() < 2) return std::nullopt;
  return found;
}

void read(const Block& block, facts::Cluster& cluster) {
  constexpr std::size_t kMost = 4096;
  for (const Line& line : block.lines)
    if (auto found = row(line.text); found && cluster.pod_devices.size() < kMost)
      cluster.pod_devices.push_back({base::one_line(found->pod), {std::move(found->devices), block.place(line)}});
}

bool shows(std::string_view line) { return row(line).has_value(); }

bool continues(std::string_view) { return false; }

}  // namespace

Kind pod_devices() {
  return {.name = "device lists of pods", .shows = shows, .continues = continues, .read = nullptr, .read_cluster = read};
}

}  // namespace railhead::text::listing
