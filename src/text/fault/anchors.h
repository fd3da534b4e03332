#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace railhead::text {

/// Tells fast that none of a few short words is in a text: most lines of a log hold none, and there are millions of them. The
/// shift table of Wu and Manber (1994) over pairs of bytes, with words cut to the length of the shortest.
class Anchors {
 public:
  /// Words of at least four bytes.
  explicit Anchors(const std::vector<std::string_view>& words);

  /// False: the text holds none of the words. True: it holds one.
  bool any_in(std::string_view text) const;

 private:
  static std::size_t pair(const char* at) {
    return static_cast<unsigned char>(at[0]) | static_cast<std::size_t>(static_cast<unsigned char>(at[1])) << 8U;
  }

  std::vector<std::string_view> words_;
  std::array<std::uint8_t, 65536> shift_{};
};

}  // namespace railhead::text
