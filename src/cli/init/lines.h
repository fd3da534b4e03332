#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"

namespace railhead::cli {

/// The longest answer in bytes: a terminal gives no longer line (n_tty of Linux).
constexpr std::size_t kMostAnswer = 4096;

/// stdin, line by line. What a line holds beyond kMostAnswer is thrown away.
class AnswerLines {
 public:
  enum class Kind : std::uint8_t { line, too_long, end };
  struct Line {
    Kind kind = Kind::end;
    std::string text = {};  // without its end
  };

  base::Result<Line> next();

 private:
  base::Result<bool> fill();

  std::array<char, kMostAnswer> buffer_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace railhead::cli
