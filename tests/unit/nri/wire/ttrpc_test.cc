#include "nri/wire/ttrpc.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/nri_bytes.h"

namespace railhead::nri {
namespace {

namespace bytes = railhead::test::nri;

std::vector<std::string> read(MessageReader& reader, std::string_view all, std::size_t step) {
  std::vector<std::string> found;
  while (!all.empty()) {
    std::string_view part = all.substr(0, step);
    all.remove_prefix(part.size());
    while (true) {
      const auto message = reader.next(part);
      EXPECT_TRUE(message) << message.error().message;
      if (!message || !*message) break;
      found.push_back(std::to_string((*message)->stream) + ((*message)->type == MessageType::request ? " asks " : " says ") +
                      std::string((*message)->payload));
    }
  }
  return found;
}

std::string error_of(std::string_view header) {
  MessageReader reader;
  const auto message = reader.next(header);
  return message ? "" : message.error().message;
}

std::string header(std::uint32_t length, std::uint32_t stream, int type) {
  return bytes::big_endian(length) + bytes::big_endian(stream) + static_cast<char>(type) + '\0';
}

TEST(Ttrpc, MessagesArePutTogetherWhereverTheBytesAreCut) {
  const std::string all = bytes::message(1, 1, "first") + bytes::message(3, 1, "") + bytes::message(0x01020304, 2, "third");
  const std::vector<std::string> expected = {"1 asks first", "3 asks ", "16909060 says third"};
  for (std::size_t step = 1; step <= all.size(); ++step) {
    MessageReader reader;
    EXPECT_EQ(read(reader, all, step), expected) << step;
    EXPECT_FALSE(reader.is_in_the_middle());
  }
}

TEST(Ttrpc, IsInTheMiddleUntilItsLastByte) {
  const std::string all = bytes::message(1, 1, "abc");
  for (std::size_t size = 0; size <= all.size(); ++size) {
    MessageReader reader;
    read(reader, all.substr(0, size), 1);
    EXPECT_EQ(reader.is_in_the_middle(), size != 0 && size != all.size()) << size;
  }
}

TEST(Ttrpc, OtherTypesAreAnError) {
  EXPECT_EQ(error_of(header(0, 1, 3)),
            "The runtime sent a message of type 3 in stream 1, but NRI has requests (1) and responses (2).");
  EXPECT_NE(error_of(header(0, 1, 0)), "");
  EXPECT_NE(error_of(header(0, 1, 0xff)), "");
}

TEST(Ttrpc, MayCarry4MiBAndNotMore) {
  EXPECT_EQ(error_of(header(4 * 1024 * 1024, 1, 1)), "");
  EXPECT_EQ(error_of(header(4 * 1024 * 1024 + 1, 7, 1)),
            "The runtime sent a message of 4194305 bytes in stream 7, but ttrpc allows 4194304.");
  EXPECT_NE(error_of(header(0xffffffff, 1, 1)), "");
}

TEST(Ttrpc, KeepsNoMoreThanOneMessageAndLittleAfterIt) {
  MessageReader reader;
  const std::string large(4 * 1024 * 1024, 'x');
  EXPECT_EQ(read(reader, bytes::message(1, 1, large), 100'000).size(), 1U);
  EXPECT_LE(reader.size(), 64U * 1024);
  EXPECT_EQ(read(reader, bytes::message(3, 1, "y"), 1), std::vector<std::string>({"3 asks y"}));
  read(reader, bytes::message(5, 1, large).substr(0, 3'000'000), 100'000);
  EXPECT_LE(reader.size(), large.size() + 64);
  EXPECT_TRUE(reader.is_in_the_middle());
}

/// Eats requests in bites of three bytes.
struct Bites : Eater {
  base::Result<bool> begin(const Message& message, std::size_t length) override {
    lengths.push_back(length);
    return message.type == MessageType::request;
  }
  base::Result<std::size_t> eat(std::string_view bytes) override { return bytes.size() / 3 * 3; }
  std::vector<std::size_t> lengths = {};
};

TEST(Ttrpc, WhatIsEatenIsNotKept) {
  Bites bites;
  MessageReader reader(bites);
  const std::string large(1'000'000, 'x');
  EXPECT_EQ(read(reader, bytes::message(1, 1, large), 5000), std::vector<std::string>{"1 asks x"});
  EXPECT_LE(reader.size(), 16U * 1024);
  EXPECT_EQ(read(reader, bytes::message(3, 2, large), 5000), std::vector<std::string>{"3 says " + large});
  EXPECT_EQ(read(reader, bytes::message(5, 1, "short"), 1), std::vector<std::string>{"5 asks short"});
  EXPECT_EQ(bites.lengths, (std::vector<std::size_t>{1'000'000, 1'000'000}));
}

TEST(Ttrpc, IsWrittenAsRuntimesReadIt) {
  std::string out;
  append_message(out, 1, {5, MessageType::response, "ab"});
  EXPECT_EQ(out, std::string("\0\0\0\1\0\0\0\x0c\0\0\0\2\0\0\0\5\2\0ab", 20));
}

}  // namespace
}  // namespace railhead::nri
