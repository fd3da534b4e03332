#include "nri/wire/frame.h"

#include <algorithm>

#include "base/format.h"

namespace railhead::nri {

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char byte : bytes.substr(0, 4)) number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

void append_big_endian(std::string& out, std::uint32_t number) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) out += static_cast<char>(number >> shift & 0xffU);
}

base::Result<void> FrameReader::read_header() {
  const std::string_view header(header_.data(), header_.size());
  connection_ = big_endian(header);
  left_ = big_endian(header.substr(4));
  held_ = 0;
  if (connection_ != kPluginConnection && connection_ != kRuntimeConnection)
    return std::unexpected(base::Error{
        .code = base::Code::malformed,
        .message =
            base::format("The runtime sent a frame of connection {}, but NRI has the connections 1 and 2.", connection_)});
  if (left_ > kMostFrame)
    return std::unexpected(base::Error{
        .code = base::Code::malformed,
        .message = base::format("The runtime sent a frame of {} bytes on connection {}, but a frame has at most {}.", left_,
                                connection_, kMostFrame)});
  return {};
}

base::Result<std::optional<Piece>> FrameReader::next(std::string_view& bytes) {
  while (left_ == 0 && !bytes.empty()) {
    const std::size_t taken = std::min(kFrameHeader - held_, bytes.size());
    std::copy_n(bytes.begin(), taken, header_.begin() + static_cast<std::ptrdiff_t>(held_));
    bytes.remove_prefix(taken);
    held_ += taken;
    if (held_ < kFrameHeader) return std::nullopt;
    if (auto read = read_header(); !read) return std::unexpected(read.error());
  }
  if (bytes.empty()) return std::nullopt;
  const Piece piece{connection_, bytes.substr(0, left_)};
  left_ -= piece.bytes.size();
  bytes.remove_prefix(piece.bytes.size());
  return piece;
}

void append_frames(std::string& out, std::uint32_t connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, kMostWritten);
    append_big_endian(out, connection);
    append_big_endian(out, static_cast<std::uint32_t>(part.size()));
    out += part;
    bytes.remove_prefix(part.size());
  }
}

}  // namespace railhead::nri
