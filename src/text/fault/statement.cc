#include "text/fault/statement.h"

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "base/units.h"

namespace railhead::text {
namespace {

constexpr std::size_t kLongest = 1000;

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

/// The word that ends at a colon and a blank at `at`: the device of "mlx5_0: ".
std::string device_before(std::string_view line, std::size_t at) {
  std::size_t start = at;
  while (start > 0 && is_name(line[start - 1])) --start;
  return at - start < 64 ? std::string(line.substr(start, at - start)) : "";
}

std::optional<std::uint64_t> number_behind(std::string_view line, std::string_view label, std::uint64_t unit) {
  const std::size_t at = line.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view text = line.substr(at + label.size());
  const auto value = base::unsigned_number(text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size())));
  if (!value || *value > std::numeric_limits<std::uint64_t>::max() / unit) return std::nullopt;
  return *value * unit;
}

/// "65536", and in units "64K", "64M".
std::optional<std::uint64_t> unit_setting(std::string_view line) {
  constexpr std::string_view kName = "LimitMEMLOCK=";
  line = base::trimmed(line);
  if (!line.starts_with(kName)) return std::nullopt;
  const std::string_view value = line.substr(kName.size());
  if (const auto number = base::unsigned_number(value)) return number;
  if (value.empty() || value[0] < '0' || value[0] > '9' || value.find(':') != std::string_view::npos) return std::nullopt;
  const auto size = base::parse_size(std::string(value.substr(0, 20)) + "iB");
  return size ? std::optional(size->value) : std::nullopt;
}

}  // namespace

std::optional<GpuWay> gpu_way(std::string_view line) {
  if (line.find("UCX") == std::string_view::npos) return std::nullopt;
  line = line.substr(0, kLongest);
  const std::size_t peer = line.find(" GPUDirect RDMA is ");
  if (peer != std::string_view::npos) {
    const std::size_t device = line.rfind(": ", peer);
    if (device == std::string_view::npos) return std::nullopt;
    const std::string_view said = line.substr(peer + 19);
    return GpuWay{device_before(line, device), false, said.starts_with("enabled") || said.starts_with("detected")};
  }
  const std::size_t buffer = line.find("dmabuf is ");
  if (buffer == std::string_view::npos) return std::nullopt;
  const std::size_t call = line.find(": ibv_reg_dmabuf_mr");
  const std::size_t device = call == std::string_view::npos ? line.rfind(": ", buffer) : call;
  if (device == std::string_view::npos) return std::nullopt;
  return GpuWay{device_before(line, device), true, line.substr(buffer + 10).starts_with("supported")};
}

std::optional<std::uint64_t> stated_memlock(std::string_view line) {
  line = line.substr(0, kLongest);
  if (line.find("locked memory") != std::string_view::npos) return number_behind(line, "(current: ", 1024);
  if (line.find("MEMLOCK") != std::string_view::npos) {
    const auto limit = number_behind(line, "RLIMIT_MEMLOCK is ", 1);
    return limit ? limit : unit_setting(line);
  }
  return number_behind(line, "Memlock limit: ", 1);
}

}  // namespace railhead::text
