#include "probe/gpu/nvidia.h"

#include <algorithm>

#include "probe/reading.h"
#include "sys/library/nvml.h"

namespace railhead::probe {
namespace {

void add_models(const std::vector<sys::NvmlGpu>& told, facts::Gpus& gpus) {
  if (!gpus.gpus) return;
  std::vector<facts::Gpu> all = *gpus.gpus;
  for (facts::Gpu& gpu : all) {
    const auto found = std::ranges::find(told, gpu.pci_address, &sys::NvmlGpu::pci_address);
    if (!gpu.model && found != told.end() && !found->name.empty()) gpu.model = {found->name, "NVML"};
  }
  gpus.gpus = {std::move(all), gpus.gpus.source()};
}

}  // namespace

void add_nvml(facts::Gpus& gpus) {
  constexpr std::chrono::seconds kLimit{10};  // without persistence mode NVML wakes every GPU first, about a second each
  const base::Result<std::vector<sys::NvmlGpu>> told = sys::nvml_gpus_in_child(kLimit);
  if (!told) {
    const bool absent = told.error().code == base::Code::not_found;
    const std::string& cause = told.error().cause;
    const std::string detail = cause.empty() ? told.error().message : told.error().message + ": " + cause;
    gpus.nvml_count = {facts::Missing{.why = absent ? facts::Why::not_found : facts::Why::unavailable, .detail = detail},
                       "NVML"};
    return;
  }
  gpus.nvml_count = {static_cast<unsigned>(told->size()), "NVML"};
  add_models(*told, gpus);
}

facts::Known<unsigned> nvidia_nodes(const sys::FileTree& files) {
  constexpr unsigned kMost = 64;  // of the module's NV_MAX_DEVICES
  if (!files.exists("/dev")) return {};
  unsigned count = 0;
  for (unsigned i = 0; i < kMost; ++i)
    if (files.node("/dev/nvidia" + std::to_string(i))) ++count;
  return {count, "/dev/nvidia*"};
}

facts::Known<std::string> nvidia_model(const sys::FileTree& files, const std::string& pci_address) {
  const std::string path = "/proc/driver/nvidia/gpus/" + pci_address + "/information";
  return parsed<std::string>(files, path, "a line 'Model: NAME'", parse_nvidia_model);
}

facts::Known<std::string> nvidia_driver(const sys::FileTree& files) {
  return parsed<std::string>(files, "/proc/driver/nvidia/version", "a version like '550.54.15'", parse_nvidia_version);
}

facts::Known<bool> nvidia_open(const sys::FileTree& files) {
  return parsed<bool>(files, "/proc/driver/nvidia/version", "a line 'NVRM version: ... Kernel Module'", parse_nvidia_open);
}

std::optional<std::string> parse_nvidia_model(std::string_view text) {
  constexpr std::string_view kLabel = "Model:";
  for (const std::string_view line : base::lines(text)) {
    if (!line.starts_with(kLabel)) continue;
    const std::string_view value = base::trimmed(line.substr(kLabel.size()));
    if (!value.empty()) return base::printable(value);
  }
  return std::nullopt;
}

std::optional<std::string> parse_nvidia_version(std::string_view text) {
  for (const std::string_view word : base::words(text)) {
    const std::vector<std::string_view> parts = base::split(word, '.');
    auto is_number = [](std::string_view part) { return base::unsigned_number(part).has_value(); };
    if (parts.size() >= 2 && std::ranges::all_of(parts, is_number)) return std::string(word);
  }
  return std::nullopt;
}

std::optional<bool> parse_nvidia_open(std::string_view text) {
  for (const std::string_view line : base::lines(text)) {
    if (!line.starts_with("NVRM version:") || line.find("Kernel Module") == std::string_view::npos) continue;
    return line.find("Open Kernel Module") != std::string_view::npos;
  }
  return std::nullopt;
}

}  // namespace railhead::probe
