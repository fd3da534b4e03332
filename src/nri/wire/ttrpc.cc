#include "nri/wire/ttrpc.h"

#include <malloc.h>

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "nri/wire/frame.h"

namespace railhead::nri {
namespace {

constexpr std::size_t kKept = std::size_t{64} * 1024;  // creations of containers fit; a Synchronize may not

static_assert(kMostFrame == kMessageHeader + kMostMessage);

}  // namespace

base::Result<void> MessageReader::read_header() {
  const std::string_view header(header_.data(), header_.size());
  length_ = big_endian(header);
  const auto type = static_cast<unsigned char>(header[8]);
  got_ = 0;
  asked_ = false;
  message_ = {big_endian(header.substr(4)), MessageType(type)};
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
  std::string().swap(body_);  // an assignment keeps the memory
  // glibc keeps freed memory of this size for the next one; what came before the plugin comes once.
  ::malloc_trim(0);
}

base::Result<void> MessageReader::keep(std::string_view part) {
  body_ += part;
  if (eater_ == nullptr || (!asked_ && body_.size() < kEaten)) return {};
  if (!std::exchange(asked_, true)) {
    message_.payload = body_;
    const auto eaten = eater_->begin(message_, length_);
    if (!eaten) return std::unexpected(eaten.error());
    message_.is_eaten = *eaten;
    // Pages that nothing is written to cost nothing: who announces much and sends little takes no memory.
    if (!*eaten) body_.reserve(length_);
  }
  if (!message_.is_eaten) return {};
  const auto eaten = eater_->eat(body_);
  if (!eaten) return std::unexpected(eaten.error());
  body_.erase(0, *eaten);
  return {};
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
  const std::string_view part = bytes.substr(0, length_ - got_);
  bytes.remove_prefix(part.size());
  got_ += part.size();
  const bool whole = part.size() == length_;
  if (!whole)
    if (auto kept = keep(part); !kept) return std::unexpected(kept.error());
  if (got_ < length_) return std::nullopt;
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
