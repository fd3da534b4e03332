#include "sys/library/nvml.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "sys/child.h"

namespace railhead::sys {
namespace {

constexpr unsigned kMostGpus = 1024;  // a count beyond this is not believed

template <class Function>
bool resolve(void* library, const char* symbol, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, symbol));
  return function != nullptr;
}

base::Error refusal(const Nvml& nvml, const char* call, int result) {
  const char* words = nvml.error_text(result);
  return {.code = base::Code::unavailable,
          .message = base::format("{}: {}", call, words ? base::printable(words) : base::format("error {}", result))};
}

/// The text in a fixed array, which a broken library may have left without its NUL.
template <std::size_t N>
std::string text_of(const char (&array)[N]) {
  return base::printable({array, std::find(array, array + N, '\0')});
}

NvmlGpu gpu(const Nvml& nvml, unsigned index) {
  NvmlGpu found;
  NvmlHandle device = nullptr;
  if (nvml.handle(index, &device) != 0) return found;
  NvmlPciInfo info{};
  if (nvml.pci_info(device, &info) == 0) found.pci_address = sysfs_address(text_of(info.bus_id));
  char name[96] = {};  // NVML_DEVICE_NAME_V2_BUFFER_SIZE
  if (nvml.name(device, name, sizeof name) == 0) found.name = text_of(name);
  return found;
}

// Between child and parent: "ok" and then "ADDRESS NAME" a line, or the name of an error's code and its message.

std::string written(const base::Result<std::vector<NvmlGpu>>& gpus) {
  if (!gpus) return base::format("{}\n{}\n", name(gpus.error().code), gpus.error().message);
  std::string text = "ok\n";
  for (const NvmlGpu& gpu : *gpus) text += base::format("{} {}\n", gpu.pci_address, gpu.name);
  return text;
}

base::Error error_from(const std::vector<std::string_view>& lines) {
  const bool not_found = !lines.empty() && lines[0] == name(base::Code::not_found);
  return {.code = not_found ? base::Code::not_found : base::Code::unavailable,
          .message = lines.size() > 1 ? std::string(lines[1]) : "NVML ended without an answer"};
}

base::Result<std::vector<NvmlGpu>> gpus_from(std::string_view text) {
  const std::vector<std::string_view> lines = base::lines(text);
  if (lines.empty() || lines[0] != "ok") return std::unexpected(error_from(lines));
  std::vector<NvmlGpu> gpus;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t blank = std::min(lines[i].find(' '), lines[i].size());
    gpus.push_back(
        {.pci_address = std::string(lines[i].substr(0, blank)), .name = std::string(base::trimmed(lines[i].substr(blank)))});
  }
  return gpus;
}

}  // namespace

base::Result<Nvml> load_nvml(const std::string& library) {
  void* loaded = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  const char* words = loaded ? nullptr : ::dlerror();
  Nvml nvml;
  const bool complete = loaded && resolve(loaded, "nvmlInit_v2", nvml.init) && resolve(loaded, "nvmlShutdown", nvml.shutdown) &&
                        resolve(loaded, "nvmlDeviceGetCount_v2", nvml.count) &&
                        resolve(loaded, "nvmlDeviceGetHandleByIndex_v2", nvml.handle) &&
                        resolve(loaded, "nvmlDeviceGetPciInfo_v3", nvml.pci_info) &&
                        resolve(loaded, "nvmlDeviceGetName", nvml.name) && resolve(loaded, "nvmlErrorString", nvml.error_text);
  if (complete) return nvml;
  return std::unexpected(
      base::Error{.code = base::Code::not_found,
                  .message = words ? base::printable(words)
                                   : base::format("{} lacks a function that is needed", base::printable(library))});
}

base::Result<std::vector<NvmlGpu>> nvml_gpus(const Nvml& nvml) {
  if (const int result = nvml.init(); result != 0) return std::unexpected(refusal(nvml, "nvmlInit_v2", result));
  unsigned count = 0;
  const int result = nvml.count(&count);
  std::vector<NvmlGpu> gpus;
  for (unsigned index = 0; result == 0 && index < std::min(count, kMostGpus); ++index) gpus.push_back(gpu(nvml, index));
  nvml.shutdown();
  if (result != 0) return std::unexpected(refusal(nvml, "nvmlDeviceGetCount_v2", result));
  return gpus;
}

base::Result<std::vector<NvmlGpu>> nvml_gpus_in_child(std::chrono::milliseconds limit, const std::string& library) {
  const auto ask = [&library] {
    const base::Result<Nvml> nvml = load_nvml(library);
    if (!nvml) return written(std::unexpected(nvml.error()));
    return written(nvml_gpus(*nvml));
  };
  const base::Result<std::string> answer = in_child("asking NVML", ask, limit);
  if (!answer) return std::unexpected(answer.error());
  return gpus_from(*answer);
}

std::string sysfs_address(std::string_view bus_id) {
  constexpr std::size_t kLength = 16;  // "00000000:3B:00.0"
  const bool long_domain = bus_id.size() == kLength && bus_id.starts_with("0000") && bus_id[8] == ':';
  return base::lowered(long_domain ? bus_id.substr(4) : bus_id);
}

}  // namespace railhead::sys
