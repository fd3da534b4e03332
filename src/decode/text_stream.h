#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "decode/decoder.h"

namespace railhead::decode {

/// Whatever a file holds, made into UTF-8 text: gzip and Zstandard are unpacked, UTF-16 with a byte order mark is converted,
/// and such marks are left out. What it is, is told by its first bytes. One layer of packing is undone, since that is what logs
/// come in.
class TextStream {
 public:
  /// `sink` takes the text; it must outlive this.
  explicit TextStream(Sink sink) : sink_(std::move(sink)) {}
  void take(std::string_view piece);
  void end();
  /// Why the rest could not be read; empty where all was.
  const std::string& problem() const { return problem_; }

 private:
  void unpacked(std::string_view piece, bool last);
  void convert(std::string_view piece);

  Sink sink_;
  std::string problem_;
  std::string packed_head_;  // the first bytes, until they tell what it is
  std::string text_head_;
  bool packing_known_ = false;
  bool encoding_known_ = false;
  std::unique_ptr<Decoder> packing_;   // nullptr: none
  std::unique_ptr<Decoder> encoding_;  // nullptr: as it is
};

}  // namespace railhead::decode
