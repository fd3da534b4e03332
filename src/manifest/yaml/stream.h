#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"

/// A stream of YAML documents, cut into its documents without a parser.
///
/// A line that begins with "---" or "..." and goes on with a blank or ends there is a mark in every state of YAML: none may
/// stand inside a scalar, quoted or block (YAML 1.2, 9.1.2). So lines are enough. Which chunk a line belongs to:
///  - "---" begins a chunk, unless all that the open one holds so far are blank lines, comments and directives: those belong to
///    the document that they stand before;
///  - "..." ends the chunk that it stands in;
///  - comments behind a document's last value belong to it, up to the next mark.
/// A text of JSON has no such lines and is one chunk. Only "\n" ends a line here, with a "\r" before it or without.
namespace railhead::manifest {

/// One document as it stands in the stream, its marks and comments with it; what follows the last "..." is a chunk too, so that
/// the chunks behind each other are the stream, byte for byte. `line` is that of its first byte in the stream, from 1. `text`
/// lives as long as the call it is handed to.
struct Chunk {
  std::string_view text;
  std::uint64_t line = 1;
};

/// Cuts what it is fed in pieces of any size. It holds one document at a time.
class StreamSplitter {
 public:
  using Sink = std::function<base::Result<void>(const Chunk&)>;
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

  /// `name` is what errors call the stream. `most`: bytes of one document; more is an error.
  StreamSplitter(std::string name, Sink sink, std::size_t most = kMostBytes)
      : name_(std::move(name)), sink_(std::move(sink)), most_(most) {}

  /// The error of the sink, or that of a document that is too large; nothing is taken after one.
  base::Result<void> take(std::string_view piece);
  /// Hands out what is left. An empty stream has no chunk.
  base::Result<void> end();

 private:
  enum class Mark { none, start, end };
  static Mark mark_of(std::string_view line);
  bool is_before_document(std::string_view line) const;
  base::Result<void> look(std::string_view line);
  base::Result<void> give(std::size_t to);

  std::string name_;
  Sink sink_;
  std::size_t most_;
  std::string held_;
  std::size_t begin_ = 0;     // of the open chunk
  std::size_t line_at_ = 0;   // of the line that is not complete yet
  std::size_t searched_ = 0;  // no line ends before this
  std::uint64_t line_ = 1;    // number of the line at line_at_
  std::uint64_t first_ = 1;   // of the open chunk
  bool bare_ = true;          // the open chunk has blank lines, comments and directives only
};

}  // namespace railhead::manifest
