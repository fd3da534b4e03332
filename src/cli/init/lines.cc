#include "cli/init/lines.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

namespace railhead::cli {
namespace {

/// A stream without line ends is no dialogue.
constexpr std::size_t kMostThrownAway = std::size_t{1} << 20U;

}  // namespace

/// False at the end.
base::Result<bool> AnswerLines::fill() {
  for (;;) {
    const ssize_t count = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      return std::unexpected(
          base::Error{.code = base::Code::unavailable, .message = "cannot read stdin", .cause = std::strerror(errno)});
    begin_ = 0;
    end_ = static_cast<std::size_t>(count);
    return count > 0;
  }
}

base::Result<AnswerLines::Line> AnswerLines::next() {
  Line line;
  std::size_t thrown_away = 0;
  for (;;) {
    if (begin_ == end_) {
      const auto more = fill();
      if (!more) return std::unexpected(more.error());
      // What was begun and not ended by Enter is no answer.
      if (!*more) return Line{};
    }
    const std::string_view piece(buffer_.data() + begin_, end_ - begin_);
    const std::size_t stop = piece.find('\n');
    const std::string_view part = piece.substr(0, stop);
    begin_ += stop == std::string_view::npos ? piece.size() : stop + 1;
    if (line.text.size() + part.size() > kMostAnswer || thrown_away > 0) {
      thrown_away += part.size() + 1;
    } else {
      line.text += part;
    }
    line.kind = thrown_away > 0 ? Kind::too_long : Kind::line;
    if (stop != std::string_view::npos || thrown_away > kMostThrownAway) return line;
  }
}

}  // namespace railhead::cli
