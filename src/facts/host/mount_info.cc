#include "facts/host/mount_info.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/text.h"

namespace railhead::facts {
namespace {

/// Blank, tab, newline and backslash are written as a backslash and three octal digits.
std::string decoded(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::optional<std::uint64_t> byte =
        text[0] == '\\' && text.size() >= 4 ? base::unsigned_number(text.substr(1, 3), 8) : std::nullopt;
    result += byte && *byte <= 0xFF ? static_cast<char>(*byte) : text[0];
    text.remove_prefix(byte ? 4 : 1);
  }
  return result;
}

/// id, parent, device, root, point, options, any number of tags, "-", type, source, options of the file system
std::optional<Mount> mount_of(std::string_view line) {
  constexpr std::ptrdiff_t kTags = 6;
  const std::vector<std::string_view> words = base::words(line);
  if (words.size() < kTags + 3) return std::nullopt;
  const auto dash = std::find(words.begin() + kTags, words.end(), "-");
  if (words.end() - dash < 3) return std::nullopt;
  return Mount{.root = decoded(words[3]),
               .point = decoded(words[4]),
               .type = decoded(dash[1]),
               .source = decoded(dash[2]),
               .options = words.end() - dash > 3 ? decoded(dash[3]) : std::string()};
}

}  // namespace

std::vector<Mount> parse_mount_info(std::string_view text) {
  std::vector<Mount> mounts;
  for (const std::string_view line : base::lines(text))
    if (std::optional<Mount> mount = mount_of(line)) mounts.push_back(std::move(*mount));
  return mounts;
}

const Mount* mounted_at(const std::vector<Mount>& mounts, std::string_view point) {
  const auto found = std::find_if(mounts.rbegin(), mounts.rend(), [&](const Mount& mount) { return mount.point == point; });
  return found == mounts.rend() ? nullptr : &*found;
}

bool has_option(const Mount& mount, std::string_view option) {
  const std::vector<std::string_view> options = base::split(mount.options, ',');
  return std::find(options.begin(), options.end(), option) != options.end();
}

}  // namespace railhead::facts
