#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

/// Bytes as files hold them, made into the text that they stand for.
namespace railhead::decode {

/// Takes what was decoded, in pieces.
using Sink = std::function<void(std::string_view)>;

/// Decodes a stream piece by piece in bounded memory, whatever it unpacks to. `take` and `end` give an empty string, or why the
/// rest cannot be read; what the sink got until then is good. Nothing is taken after a problem.
class Decoder {
 public:
  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  virtual ~Decoder() = default;
  virtual std::string take(std::string_view piece, const Sink& sink) = 0;
  /// The stream has ended: is that where it should?
  virtual std::string end(const Sink& sink) = 0;
};

/// gzip (RFC 1952), one member or several behind each other.
std::unique_ptr<Decoder> gzip();
/// Zstandard (RFC 8878), one frame or several. A frame may ask for a window of 128 MiB at most.
std::unique_ptr<Decoder> zstandard();
/// UTF-16, whose byte order mark is gone already, into UTF-8. Halves of pairs become U+FFFD.
std::unique_ptr<Decoder> utf16(bool big_endian);

}  // namespace railhead::decode
