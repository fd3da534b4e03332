#include "nri/wire/frame.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/nri_bytes.h"

namespace railhead::nri {
namespace {

namespace bytes = railhead::test::nri;

using Read = std::map<std::uint32_t, std::string>;

/// What each connection carried, of bytes that come `step` at a time.
Read read(FrameReader& reader, std::string_view all, std::size_t step) {
  Read found;
  while (!all.empty()) {
    std::string_view part = all.substr(0, step);
    all.remove_prefix(part.size());
    while (true) {
      const auto piece = reader.next(part);
      EXPECT_TRUE(piece) << piece.error().message;
      if (!piece || !*piece) break;
      found[(*piece)->connection] += (*piece)->bytes;
    }
    EXPECT_TRUE(part.empty());
  }
  return found;
}

std::string error_of(std::string_view header) {
  FrameReader reader;
  const auto piece = reader.next(header);
  return piece ? "" : piece.error().message;
}

TEST(Frame, ConnectionsAreTakenApartWhereverTheBytesAreCut) {
  const std::string all = bytes::frame(1, "abc") + bytes::frame(2, "") + bytes::frame(2, "xy") + bytes::frame(1, "def");
  const Read expected = {{1, "abcdef"}, {2, "xy"}};
  for (std::size_t step = 1; step <= all.size(); ++step) {
    FrameReader reader;
    EXPECT_EQ(read(reader, all, step), expected) << step;
    EXPECT_FALSE(reader.is_in_the_middle());
  }
}

TEST(Frame, IsInTheMiddleUntilItsLastByte) {
  const std::string all = bytes::frame(1, "abc");
  for (std::size_t size = 0; size <= all.size(); ++size) {
    FrameReader reader;
    read(reader, all.substr(0, size), 1);
    EXPECT_EQ(reader.is_in_the_middle(), size != 0 && size != all.size()) << size;
  }
}

TEST(Frame, OtherConnectionsAreAnError) {
  EXPECT_EQ(error_of(bytes::frame(0, "")), "The runtime sent a frame of connection 0, but NRI has the connections 1 and 2.");
  EXPECT_EQ(error_of(bytes::frame(3, "")), "The runtime sent a frame of connection 3, but NRI has the connections 1 and 2.");
  EXPECT_NE(error_of(bytes::big_endian(0x01000000) + bytes::big_endian(0)), "");
}

TEST(Frame, MayHoldAMessageAndNotMore) {
  const std::uint32_t most = 4 * 1024 * 1024 + 10;
  EXPECT_EQ(error_of(bytes::big_endian(1) + bytes::big_endian(most)), "");
  EXPECT_EQ(error_of(bytes::big_endian(1) + bytes::big_endian(most + 1)),
            "The runtime sent a frame of 4194315 bytes on connection 1, but a frame has at most 4194314.");
  EXPECT_NE(error_of(bytes::big_endian(1) + bytes::big_endian(0xffffffff)), "");
}

TEST(Frame, IsWrittenAsRuntimesReadIt) {
  std::string out;
  append_frames(out, 2, "abc");
  EXPECT_EQ(out, std::string("\0\0\0\2\0\0\0\3abc", 11));
}

TEST(Frame, OfMoreThan4096BytesIsSeveral) {
  const std::string first(4096, 'a');
  std::string out;
  append_frames(out, 1, first);
  EXPECT_EQ(out, bytes::frame(1, first));
  out.clear();
  append_frames(out, 1, first + first + "b");
  EXPECT_EQ(out, bytes::frame(1, first) + bytes::frame(1, first) + bytes::frame(1, "b"));
}

}  // namespace
}  // namespace railhead::nri
