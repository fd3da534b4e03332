#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nri/policy/subject.h"

namespace railhead::nri {

/// The most bytes of a line of the log, with its newline: what goes into it is cut so that this holds.
constexpr std::size_t kMostLine = 16384;
/// The most bytes of one text in it, unless more are allowed for.
constexpr std::size_t kMostText = 240;

/// One event of the log: a JSON object on a line of its own, in UTF-8, whatever bytes the texts are made of. Texts are cut
/// ("..."), lists end after 16 entries.
class Line {
 public:
  /// `level`: info, warn or error.
  Line(std::string_view level, std::string_view event,
       std::chrono::system_clock::time_point when = std::chrono::system_clock::now());

  Line& text(std::string_view key, std::string_view value, std::size_t most = kMostText);
  Line& texts(std::string_view key, const std::vector<std::string>& values);
  Line& number(std::string_view key, std::uint64_t value);
  Line& flag(std::string_view key, bool value);
  /// [{"type": "RLIMIT_MEMLOCK", "soft": "unlimited", "hard": "unlimited"}]; others than unlimited are numbers.
  Line& limits(std::string_view key, const std::vector<Rlimit>& limits);
  /// Microseconds, with one decimal.
  Line& micros(std::string_view key, std::chrono::nanoseconds value);

  /// The object and a newline.
  std::string whole() const;

 private:
  void key(std::string_view key);

  std::string text_;
};

/// `text` as a JSON string with its quotes: at most `most` bytes of it, in UTF-8, without control characters.
std::string quoted(std::string_view text, std::size_t most);

}  // namespace railhead::nri
