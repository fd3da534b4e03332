#include "nccl/hca_list.h"

#include <optional>

#include "base/text.h"

namespace railhead::nccl {
namespace {

/// As atoi(3) reads a port: the digits in front, 0 without any; no port of any device is 0.
std::uint64_t leading_number(std::string_view text) {
  const std::size_t end = text.find_first_not_of("0123456789");
  return base::unsigned_number(text.substr(0, end)).value_or(0);
}

bool matches(std::string_view entry, const std::string& device, unsigned port, bool exact) {
  const std::size_t colon = entry.find(':');
  const std::string_view name = entry.substr(0, colon);
  if (exact ? device != name : !device.starts_with(name)) return false;
  if (colon == std::string_view::npos) return true;
  const std::string_view rest = entry.substr(colon + 1);
  const std::string_view number = rest.substr(0, rest.find(':'));
  return number.empty() || leading_number(number) == port;
}

}  // namespace

bool lets_use(std::string_view list, const std::string& device, unsigned port) {
  const bool excludes = list.starts_with('^');
  if (excludes) list.remove_prefix(1);
  const bool exact = list.starts_with('=');
  if (exact) list.remove_prefix(1);
  bool any = false;
  bool found = false;
  for (const std::string_view entry : base::split(list, ',')) {
    if (entry.substr(0, entry.find(':')).empty()) continue;
    any = true;
    found = found || matches(entry, device, port, exact);
  }
  return (!any || found) != excludes;
}

}  // namespace railhead::nccl
