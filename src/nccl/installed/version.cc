#include "nccl/installed/version.h"

#include <algorithm>
#include <limits>

#include "base/text.h"

namespace railhead::nccl {

std::optional<Version> parse_version(const std::string& text) {
  const std::vector<std::string_view> parts = base::split(text, '.');
  if (parts.size() < 2) return std::nullopt;
  const std::optional<std::uint64_t> major = base::unsigned_number(parts[0]);
  const std::optional<std::uint64_t> minor = base::unsigned_number(parts[1]);
  constexpr std::uint64_t kMost = 999;  // no release is near it; larger is not a version
  if (!major || !minor || *major > kMost || *minor > kMost) return std::nullopt;
  return Version{static_cast<unsigned>(*major), static_cast<unsigned>(*minor)};
}

std::optional<Version> oldest_version(const facts::Software& software) {
  if (!software.nccl.has()) return std::nullopt;
  std::optional<Version> oldest;
  for (const facts::Library& library : *software.nccl) {
    if (!library.name.starts_with("libnccl.") || !library.version.has()) return std::nullopt;
    const std::optional<Version> version = parse_version(*library.version);
    if (!version) return std::nullopt;
    oldest = oldest ? std::min(*oldest, *version) : *version;
  }
  return oldest;
}

}  // namespace railhead::nccl
