#include <zlib.h>

#include <algorithm>
#include <array>

#include "decode/decoder.h"

namespace railhead::decode {
namespace {

constexpr std::size_t kRoom = std::size_t{64} << 10;
constexpr int kGzipWindow = 15 + 16;  // the largest window; 16: a gzip header, and no other

class Gzip final : public Decoder {
 public:
  Gzip() : ready_(inflateInit2(&stream_, kGzipWindow) == Z_OK) {}
  ~Gzip() override {
    if (ready_) inflateEnd(&stream_);
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  std::string take(std::string_view piece, const Sink& sink) override {
    if (!ready_) return "no memory to unpack it";
    // zlib reads through a pointer that is not const unless asked, and does not write.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
    stream_.avail_in = static_cast<uInt>(piece.size());
    while (stream_.avail_in > 0 || more_) {
      if (between_ && !begin_member()) continue;
      if (std::string problem = step(sink); !problem.empty()) return problem;
    }
    return "";
  }

  std::string end(const Sink& /*sink*/) override { return between_ ? "" : "the gzip data is cut off"; }

 private:
  /// False where a byte of padding was passed over: tapes and some tools fill up with zeros.
  bool begin_member() {
    more_ = false;
    if (stream_.avail_in > 0 && *stream_.next_in == 0 && any_member_) {
      ++stream_.next_in;
      --stream_.avail_in;
      return false;
    }
    if (stream_.avail_in == 0) return false;
    between_ = false;
    inflateReset(&stream_);
    return true;
  }

  std::string step(const Sink& sink) {
    stream_.next_out = room_.data();
    stream_.avail_out = static_cast<uInt>(room_.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    const std::size_t count = room_.size() - stream_.avail_out;
    if (count > 0) sink({reinterpret_cast<const char*>(room_.data()), count});
    more_ = stream_.avail_out == 0;  // a full room: there may be more for the same input
    if (status == Z_STREAM_END) {
      between_ = any_member_ = true;
      more_ = false;
      return "";
    }
    if (status == Z_BUF_ERROR) {
      more_ = false;
      return stream_.avail_in > 0 && count == 0 ? "the gzip data is damaged" : "";
    }
    if (status == Z_OK) return "";
    return std::string("the gzip data is damaged") + (stream_.msg != nullptr ? std::string(": ") + stream_.msg : "");
  }

  z_stream stream_{};
  std::array<Bytef, kRoom> room_{};
  bool ready_;
  bool between_ = true;      // members
  bool any_member_ = false;  // one was read to its end
  bool more_ = false;
};

}  // namespace

std::unique_ptr<Decoder> gzip() { return std::make_unique<Gzip>(); }

}  // namespace railhead::decode
