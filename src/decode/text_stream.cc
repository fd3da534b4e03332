#include "decode/text_stream.h"

namespace railhead::decode {
namespace {

constexpr std::string_view kGzip = "\x1f\x8b\x08";  // RFC 1952: the magic, and deflate, which is all there is
constexpr std::string_view kZstandard = "\x28\xb5\x2f\xfd";
constexpr std::string_view kLittle = "\xff\xfe";
constexpr std::string_view kBig = "\xfe\xff";
constexpr std::string_view kUtf8 = "\xef\xbb\xbf";

/// The bytes so far may still become the magic.
bool may_become(std::string_view head, std::string_view magic) { return head.size() < magic.size() && magic.starts_with(head); }

}  // namespace

void TextStream::take(std::string_view piece) {
  if (!problem_.empty()) return;
  if (packing_known_ && !packing_) return unpacked(piece, false);
  const Sink into = [this](std::string_view text) { unpacked(text, false); };
  if (packing_known_) {
    problem_ = packing_->take(piece, into);
    return;
  }
  packed_head_ += piece;
  if (may_become(packed_head_, kGzip) || may_become(packed_head_, kZstandard)) return;
  packing_known_ = true;
  if (packed_head_.starts_with(kGzip)) packing_ = gzip();
  if (packed_head_.starts_with(kZstandard)) packing_ = zstandard();
  const std::string head = std::move(packed_head_);
  packed_head_.clear();
  take(head);
}

void TextStream::end() {
  if (!packing_known_) {
    packing_known_ = true;
    unpacked(packed_head_, false);
  } else if (packing_ && problem_.empty()) {
    problem_ = packing_->end([this](std::string_view text) { unpacked(text, false); });
  }
  unpacked("", true);
  if (!encoding_) return;
  std::string problem = encoding_->end(sink_);
  if (problem_.empty()) problem_ = std::move(problem);
}

void TextStream::unpacked(std::string_view piece, bool last) {
  if (encoding_known_) return convert(piece);
  text_head_ += piece;
  if (!last && (may_become(text_head_, kLittle) || may_become(text_head_, kBig) || may_become(text_head_, kUtf8))) return;
  encoding_known_ = true;
  std::string_view rest = text_head_;
  const bool big = rest.starts_with(kBig);
  if (big || rest.starts_with(kLittle)) {
    encoding_ = utf16(big);
    rest.remove_prefix(kBig.size());
  } else if (rest.starts_with(kUtf8)) {
    rest.remove_prefix(kUtf8.size());
  }
  convert(rest);
  text_head_.clear();
}

void TextStream::convert(std::string_view piece) {
  if (piece.empty()) return;
  if (!encoding_) return sink_(piece);
  encoding_->take(piece, sink_);
}

}  // namespace railhead::decode
