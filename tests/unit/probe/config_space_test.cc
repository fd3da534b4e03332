#include "probe/pci/config_space.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace railhead::probe {
namespace {

using facts::Why;

/// A configuration space under construction; numbers are little endian.
class Bytes {
 public:
  explicit Bytes(std::size_t size) : bytes_(size, '\0') {}
  Bytes& word(std::size_t at, unsigned value) {
    bytes_[at] = static_cast<char>(value & 0xff);
    bytes_[at + 1] = static_cast<char>(value >> 8);
    return *this;
  }
  Bytes& dword(std::size_t at, std::uint32_t value) { return word(at, value & 0xffff).word(at + 2, value >> 16); }
  ConfigSpace read() const { return {bytes_, "config"}; }

 private:
  std::string bytes_;
};

/// A device with a power management capability at 0x40 and the PCI Express one at 0x60.
Bytes express_device(std::size_t size) {
  Bytes bytes(size);
  bytes.dword(0, 0x102115b3).word(0x06, 0x0010).word(0x34, 0x40).word(0x40, 0x6001).word(0x60, 0x0010);
  return bytes;
}

TEST(ConfigSpace, DeviceControlIsRead) {
  const ConfigSpace config = express_device(256).word(0x68, 0x5936).read();
  EXPECT_TRUE(config.max_read_request().is(4096));
  EXPECT_TRUE(config.relaxed_ordering().is(true));
  const ConfigSpace small = express_device(256).word(0x68, 0x2120).read();
  EXPECT_TRUE(small.max_read_request().is(512));
  EXPECT_TRUE(small.relaxed_ordering().is(false));
}

TEST(ConfigSpace, ReservedReadRequestSizeIsMalformed) {
  const ConfigSpace config = express_device(256).word(0x68, 0x6000).read();
  EXPECT_EQ(config.max_read_request().missing().why, Why::malformed);
  EXPECT_TRUE(config.relaxed_ordering());
}

TEST(ConfigSpace, SixtyFourBytesSayThatTheRestIsDenied) {
  const ConfigSpace config = Bytes(64).dword(0, 0x102115b3).word(0x06, 0x0010).word(0x34, 0x60).read();
  EXPECT_EQ(config.max_read_request().missing().why, Why::denied);
  EXPECT_EQ(config.acs().missing().why, Why::denied);
}

TEST(ConfigSpace, TwoHundredFiftySixBytesDoNotSayThatThereIsNoAcs) {
  const ConfigSpace config = express_device(256).read();
  EXPECT_EQ(config.acs().missing().why, Why::unavailable);
}

TEST(ConfigSpace, AcsIsFoundBehindOtherCapabilities) {
  const auto acs = express_device(4096)
                       .dword(0x100, 0x14820001)
                       .dword(0x148, 0x2a010003)
                       .dword(0x2a0, 0x0001000d)
                       .word(0x2a6, 0x001d)
                       .read()
                       .acs();
  ASSERT_TRUE(acs);
  EXPECT_TRUE(acs->source_validation);
  EXPECT_TRUE(acs->request_redirect);
  EXPECT_TRUE(acs->completion_redirect);
  EXPECT_TRUE(acs->upstream_forwarding);
  EXPECT_FALSE(acs->direct_translated);
}

TEST(ConfigSpace, NoCapabilityIsNotFound) {
  const ConfigSpace config = Bytes(4096).dword(0, 0x102115b3).read();
  EXPECT_EQ(config.max_read_request().missing().why, Why::not_found);
  EXPECT_EQ(config.acs().missing().why, Why::not_found);
}

TEST(ConfigSpace, HostileOnesEnd) {
  // Lists that lead to themselves, and capabilities at the very end.
  EXPECT_FALSE(Bytes(4096).dword(0, 1).word(0x06, 0x10).word(0x34, 0x40).word(0x40, 0x4001).read().max_read_request());
  EXPECT_FALSE(Bytes(4096).dword(0, 1).dword(0x100, 0x10010001).read().acs());
  EXPECT_FALSE(Bytes(4096).dword(0, 1).word(0x06, 0x10).word(0x34, 0xfc).word(0xfc, 0x10).read().max_read_request());
  EXPECT_FALSE(Bytes(4096).dword(0, 1).dword(0x100, 0xffc10001).dword(0xffc, 0x0001000d).read().acs());
  EXPECT_EQ(Bytes(10).read().acs().missing().why, Why::malformed);
  EXPECT_EQ(Bytes(0).read().acs().missing().why, Why::malformed);
}

TEST(ConfigSpace, AFunctionThatIsGoneAnswersWithOnes) {
  const ConfigSpace config(std::string(4096, '\xff'), "config");
  EXPECT_EQ(config.max_read_request().missing().why, Why::unavailable);
}

TEST(ConfigSpace, AFailedReadIsTheReason) {
  const ConfigSpace config(std::unexpected(sys::Errno{EACCES}), "config");
  EXPECT_EQ(config.acs().missing().why, Why::denied);
  EXPECT_EQ(config.acs().source(), "config");
}

}  // namespace
}  // namespace railhead::probe
