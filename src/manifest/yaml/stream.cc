#include "manifest/yaml/stream.h"

#include <cstring>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

StreamSplitter::Mark StreamSplitter::mark_of(std::string_view line) {
  if (line.size() < 3) return Mark::none;
  const std::string_view head = line.substr(0, 3);
  const bool alone = line.size() == 3 || line[3] == ' ' || line[3] == '\t' || line[3] == '\r' || line[3] == '\n';
  if (!alone) return Mark::none;
  return head == "---" ? Mark::start : head == "..." ? Mark::end : Mark::none;
}

/// A directive counts only while nothing of a document was seen.
bool StreamSplitter::is_before_document(std::string_view line) const {
  const std::size_t first = line.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos || line[first] == '#' || line.front() == '%';
}

/// `line` is that at line_at_, with its end.
base::Result<void> StreamSplitter::look(std::string_view line) {
  const std::size_t length = line.size();
  if (line_at_ == begin_ && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  const char first = line.empty() ? '\n' : line.front();
  const Mark mark = first == '-' || first == '.' ? mark_of(line) : Mark::none;
  base::Result<void> given;
  if (mark == Mark::start && !bare_) given = give(line_at_);
  if (!given) return given;
  if (bare_ && mark != Mark::end) bare_ = mark == Mark::none && is_before_document(line);
  line_at_ += length;
  ++line_;
  return mark == Mark::end ? give(line_at_) : given;
}

base::Result<void> StreamSplitter::give(std::size_t to) {
  const Chunk chunk{std::string_view(held_).substr(begin_, to - begin_), first_};
  begin_ = to;
  // At a "---" the line is not counted yet, at a "..." it is: either way line_ is the number of the line at `to`.
  first_ = line_;
  bare_ = true;
  return chunk.text.empty() ? base::Result<void>{} : sink_(chunk);
}

base::Result<void> StreamSplitter::take(std::string_view piece) {
  held_ += piece;
  while (const void* at = std::memchr(held_.data() + searched_, '\n', held_.size() - searched_)) {
    searched_ = static_cast<std::size_t>(static_cast<const char*>(at) - held_.data()) + 1;
    if (auto looked = look(std::string_view(held_).substr(line_at_, searched_ - line_at_)); !looked) return looked;
  }
  searched_ = held_.size();
  if (held_.size() - begin_ > most_)
    return std::unexpected(base::Error{.code = base::Code::malformed,
                                       .message = base::format("{}:{}: the document that begins here is larger than {} MiB",
                                                               base::one_line(name_), first_, most_ >> 20U),
                                       .suggestion = "A document of Kubernetes is smaller by far: is this the right file?"});
  // What was handed out is let go once a piece, not once a document: else many small ones would be moved again and again.
  held_.erase(0, begin_);
  line_at_ -= begin_;
  searched_ -= begin_;
  begin_ = 0;
  return {};
}

base::Result<void> StreamSplitter::end() {
  if (line_at_ < held_.size())
    if (auto looked = look(std::string_view(held_).substr(line_at_)); !looked) return looked;
  return give(held_.size());
}

}  // namespace railhead::manifest
