#include <zstd.h>

#include <vector>

#include "decode/decoder.h"

namespace railhead::decode {
namespace {

class Zstandard final : public Decoder {
 public:
  Zstandard() : stream_(ZSTD_createDStream()), room_(ZSTD_DStreamOutSize()) {}
  ~Zstandard() override { ZSTD_freeDStream(stream_); }
  Zstandard(const Zstandard&) = delete;
  Zstandard& operator=(const Zstandard&) = delete;

  std::string take(std::string_view piece, const Sink& sink) override {
    if (stream_ == nullptr) return "no memory to unpack it";
    ZSTD_inBuffer in{piece.data(), piece.size(), 0};
    for (bool full = false; in.pos < in.size || full;) {
      ZSTD_outBuffer out{room_.data(), room_.size(), 0};
      const std::size_t left = ZSTD_decompressStream(stream_, &out, &in);
      if (out.pos > 0) sink({room_.data(), out.pos});
      if (ZSTD_isError(left) != 0) return std::string("the zstd data is damaged: ") + ZSTD_getErrorName(left);
      between_ = left == 0;
      full = out.pos == out.size && !between_;
    }
    return "";
  }

  std::string end(const Sink& /*sink*/) override { return between_ ? "" : "the zstd data is cut off"; }

 private:
  ZSTD_DStream* stream_;
  std::vector<char> room_;
  bool between_ = true;  // frames
};

}  // namespace

std::unique_ptr<Decoder> zstandard() { return std::make_unique<Zstandard>(); }

}  // namespace railhead::decode
