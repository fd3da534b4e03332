#include "probe/numa/nodes.h"

#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kFolder = "/sys/devices/system/node";
constexpr std::string_view kPrefix = "node";

/// An empty list is a value: memory without CPUs.
std::optional<std::string> cpu_list(std::string_view text) {
  if (text.find_first_not_of("0123456789,-") != std::string_view::npos) return std::nullopt;
  return std::string(text);
}

}  // namespace

facts::Known<std::vector<facts::NumaNode>> numa(const sys::World& world) {
  const sys::Outcome<std::vector<std::string>> names = world.files.list(kFolder);
  if (!names) return {missing_of(names.error()), kFolder};
  std::vector<facts::NumaNode> nodes;
  for (const std::string& name : *names) {
    if (!name.starts_with(kPrefix)) continue;
    const std::optional<unsigned> number = probe::number<unsigned>(std::string_view(name).substr(kPrefix.size()));
    if (!number) continue;
    const std::string path = std::string(kFolder) + "/" + name + "/cpulist";
    nodes.push_back({.number = *number, .cpus = parsed<std::string>(world.files, path, "a list like '0-31,64-95'", cpu_list)});
  }
  return {std::move(nodes), kFolder};
}

}  // namespace railhead::probe
