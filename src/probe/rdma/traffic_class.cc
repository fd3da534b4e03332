#include "probe/rdma/traffic_class.h"

#include "base/format.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

facts::Known<unsigned> forced(const sys::FileTree& files, std::string path) {
  const sys::Outcome<std::string> read = files.read(path);
  if (!read) return {missing_of(read.error()), std::move(path)};
  if (const std::optional<unsigned> value = parse_traffic_class(*read)) return {*value, std::move(path)};
  return {facts::Missing{.why = facts::Why::not_found, .detail = "none is forced"}, std::move(path)};
}

}  // namespace

std::optional<unsigned> parse_traffic_class(std::string_view text) {
  constexpr std::string_view kStart = "Global tclass=";
  for (const std::string_view line : base::lines(text)) {
    const std::string_view trimmed = base::trimmed(line);
    if (!trimmed.starts_with(kStart)) continue;
    if (const auto value = number<std::uint8_t>(trimmed.substr(kStart.size()))) return *value;
  }
  return std::nullopt;
}

void add_traffic_class(const sys::FileTree& files, const std::string& device, facts::Port& port) {
  const std::string name(last_component(device));
  const std::string tos = base::format("/sys/kernel/config/rdma_cm/{}/ports/{}/default_roce_tos", name, port.number);
  port.cm_roce_tos = parsed<unsigned>(files, tos, "0 to 255", [](std::string_view text) -> std::optional<unsigned> {
    const auto value = number<std::uint8_t>(text);
    return value ? std::optional<unsigned>(*value) : std::nullopt;
  });
  port.forced_traffic_class = forced(files, base::format("{}/tc/{}/traffic_class", device, port.number));
}

}  // namespace railhead::probe
