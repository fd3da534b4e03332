#include "nri/wire/ttrpc.h"

#include <malloc.h>

#include <algorithm>

#include "base/format.h"
#include "nri/wire/frame.h"

namespace railhead::nri {
namespace {

constexpr std::size_t kKept = 64 * 1024;  // creations of containers fit; a Synchronize may not

static_assert(kMostFrame == kMessageHeader + kMostMessage);

}  // namespace

base::Result<void> MessageReader::read_header() {
  const std::string_view header(header_.data(), header_.size());
  length_ = big_endian(header);
  const auto type = static_cast<unsigned char>(header[8]);
  message_ = {big_endian(header.substr(4)), MessageType(type), {}};
  if (length_ > kMostMessage)
    return std::unexpected(
        base::Error{.code = base::Code::malformed,
                    .message = base::format("The runtime sent a message of {} bytes in stream {}, but ttrpc allows {}.",
                                            length_, message_.stream, kMostMessage)});
  if (message_.type != MessageType::request && message_.type != MessageType::response)
    return std::unexpected(base::Error{
        .code = base::Code::malformed,
        .message =
            base::format("The runtime sent a message of type {} in stream {}, but NRI has requests (1) and responses (2).",
                         type, message_.stream)});
  return {};
}

void MessageReader::forget() {
  body_.clear();
  if (body_.capacity() <= kKept) return;
  body_ = std::string();
  // glibc keeps freed memory of this size for the next one; what came before the plugin comes once.
  ::malloc_trim(0);
}

base::Result<std::optional<Message>> MessageReader::next(std::string_view& bytes) {
  if (held_ == 0) forget();
  if (held_ < kMessageHeader) {
    const std::size_t taken = std::min(kMessageHeader - held_, bytes.size());
    std::copy_n(bytes.begin(), taken, header_.begin() + static_cast<std::ptrdiff_t>(held_));
    bytes.remove_prefix(taken);
    held_ += taken;
    if (held_ < kMessageHeader) return std::nullopt;
    if (auto read = read_header(); !read) return std::unexpected(read.error());
  }
  const std::string_view part = bytes.substr(0, length_ - body_.size());
  bytes.remove_prefix(part.size());
  const bool whole = part.size() == length_;
  // Pages that nothing is written to cost nothing: who announces much and sends little takes no memory.
  if (!whole && body_.empty()) body_.reserve(length_);
  if (!whole) body_ += part;
  if (!whole && body_.size() < length_) return std::nullopt;
  held_ = 0;
  message_.payload = whole ? part : std::string_view(body_);
  return message_;
}

void append_message(std::string& out, std::uint32_t connection, const Message& message) {
  std::string bytes;
  bytes.reserve(kMessageHeader + message.payload.size());
  append_big_endian(bytes, static_cast<std::uint32_t>(message.payload.size()));
  append_big_endian(bytes, message.stream);
  bytes += static_cast<char>(message.type);
  bytes += '\0';
  bytes += message.payload;
  append_frames(out, connection, bytes);
}

}  // namespace railhead::nri
