#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

/// How NRI frames. One unix stream carries several connections, so that both sides can call the other over one socket: the
/// runtime calls the plugin on connection 1, the plugin calls the runtime on connection 2, and 0 is kept for later. A frame is
/// a header of eight bytes, the connection's number and the length of what follows, both 32 bits with the highest byte first,
/// and then that many bytes of the connection. Opening and closing a connection is said by nobody.
///
/// What a connection carries are messages of ttrpc (ttrpc.h), but frames and messages are cut on their own: a runtime writes
/// the first 4096 bytes of a message as one frame and the rest as another, and one frame may hold several messages. A reader
/// therefore hands on bytes as they come and keeps none of them.
///
/// Two faults of the other side bound what is written. The runtime reads a frame in one piece into the buffer of its
/// message reader, which has 4096 bytes; a longer frame that does not happen to meet a longer read ends the session (seen with
/// containerd 1.7.24 and 2.1.9). So frames of more than 4096 bytes are never written. And it queues 256 frames of a connection
/// at most, and ends the session with the next one, where its reader is slow; answers are a frame each, and the runtime waits
/// for each of them, so that never comes up.
namespace railhead::nri {

constexpr std::uint32_t kPluginConnection = 1;   // the runtime calls, the plugin answers
constexpr std::uint32_t kRuntimeConnection = 2;  // the plugin calls, the runtime answers

constexpr std::size_t kFrameHeader = 8;
/// What a frame carries at most: a whole message of ttrpc with its header.
constexpr std::size_t kMostFrame = 10 + (std::size_t{4} << 20U);
/// What a frame that is written carries at most.
constexpr std::size_t kMostWritten = 4096;

/// Bytes of a connection in their order: a frame, or a part of one that is not all there.
struct Piece {
  std::uint32_t connection = 0;
  std::string_view bytes = {};
};

/// Takes frames apart. Keeps a header and nothing else.
class FrameReader {
 public:
  /// The next piece of `bytes`, which loses it; nothing where all of them are taken. An error: a connection that NRI has not,
  /// or a frame that is too long.
  base::Result<std::optional<Piece>> next(std::string_view& bytes);
  bool is_in_the_middle() const { return held_ != 0 || left_ != 0; }

 private:
  base::Result<void> read_header();

  std::array<char, kFrameHeader> header_ = {};
  std::size_t held_ = 0;  // bytes of the header
  std::size_t left_ = 0;  // of the frame
  std::uint32_t connection_ = 0;
};

/// Appends `bytes` of a connection to `out` as frames that any runtime can read.
void append_frames(std::string& out, std::uint32_t connection, std::string_view bytes);

/// The number in the first four bytes, the highest first.
std::uint32_t big_endian(std::string_view bytes);
void append_big_endian(std::string& out, std::uint32_t number);

}  // namespace railhead::nri
