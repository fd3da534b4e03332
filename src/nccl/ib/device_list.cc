#include "nccl/ib/device_list.h"

#include <algorithm>

#include "base/text.h"
#include "nccl/number.h"

namespace railhead::nccl {
namespace {

/// Takes `mark` off the front.
bool taken(std::string_view& text, char mark) {
  if (!text.starts_with(mark)) return false;
  text.remove_prefix(1);
  return true;
}

/// "mlx5_0:1"; a rail and a plane may follow (since 2.30) and say nothing of which devices are used.
ListEntry entry_of(std::string_view text) {
  constexpr std::size_t kLongestName = 63;
  const std::vector<std::string_view> parts = base::split(text, ':');
  ListEntry entry{.name = std::string(parts[0].substr(0, kLongestName))};
  if (parts.size() > 1 && !parts[1].empty()) entry.port = static_cast<int>(parse_number(parts[1], 10).value.value_or(0));
  if (entry.port == -1) entry.port.reset();
  return entry;
}

}  // namespace

DeviceList parse_device_list(std::string_view text, std::size_t most) {
  DeviceList list;
  list.exclude = taken(text, '^');
  list.exact = taken(text, '=');
  for (std::string_view piece : base::split(text, ',')) {
    if (list.entries.size() == most) break;
    if (piece.empty() || piece.starts_with(':')) continue;
    list.entries.push_back(entry_of(piece));
  }
  return list;
}

bool names(const DeviceList& list, const ListEntry& entry, std::string_view device, std::optional<int> port) {
  if (list.exact ? device != entry.name : !device.starts_with(entry.name)) return false;
  return !port || !entry.port || *port == *entry.port;
}

bool selects(const DeviceList& list, std::string_view device, std::optional<int> port) {
  const auto fits = [&](const ListEntry& entry) { return names(list, entry, device, port); };
  return (list.entries.empty() || std::ranges::any_of(list.entries, fits)) != list.exclude;
}

}  // namespace railhead::nccl
