#include "memlock/size.h"

#include <gtest/gtest.h>

namespace railhead::memlock {
namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

facts::Memory group(std::optional<base::Bytes> limit, base::Bytes used) {
  facts::Memory memory;
  memory.cgroup = {facts::CgroupMemory{.version = 2, .path = "/", .limit = limit, .used = used}, "memory.max"};
  return memory;
}

base::Bytes terms_of(const Size& size) {
  base::Bytes sum;
  for (const Term& term : size.terms) sum.value += term.size.value;
  return sum;
}

TEST(Size, WithoutGpuDirectTheBuffersCount) {
  // 2 x 16 x 7 x 4 MiB = 896 MiB, + 64 MiB, + 64 MiB = 1024 MiB, + 25 % = 1280 MiB, a multiple of 64 MiB
  const auto size =
      size_of({.channels = 16, .peers = 7, .queue_pairs = 64, .gpudirect = false, .host_buffers = base::mebibytes(64)}, {});
  EXPECT_EQ(base::mebibytes(896), size->terms[0].size);
  EXPECT_FALSE(size->terms[0].assumed);
  EXPECT_EQ(base::mebibytes(256), size->terms[3].size);
  EXPECT_EQ(base::mebibytes(1280), size->need);
  EXPECT_EQ(size->need, size->size);
  EXPECT_FALSE(size->fits().has_value());
}

TEST(Size, WithGpuDirectTheyAreAssumedNotToCount) {
  const auto size = size_of({.channels = 16, .peers = 7, .queue_pairs = 64}, {});
  EXPECT_EQ(base::Bytes{}, size->terms[0].size);
  EXPECT_TRUE(size->terms[0].assumed);
  EXPECT_EQ(base::mebibytes(128), size->need);  // 80 MiB rounded up
  EXPECT_EQ(size->need, terms_of(*size));
}

TEST(Size, IsAtLeastOneStep) { EXPECT_EQ(base::mebibytes(64), size_of({}, {})->need); }

TEST(Size, TermsSumUp) {
  for (std::uint64_t host : {0ULL, 1ULL, 4095ULL, 123456789ULL, (1ULL << 40) + 3}) {
    const auto size = size_of({.channels = 3, .peers = 5, .queue_pairs = 7, .gpudirect = false, .host_buffers = {host}}, {});
    EXPECT_EQ(size->need, terms_of(*size)) << host;
    EXPECT_EQ(0U, size->need.value % (64U << 20U)) << host;
  }
}

TEST(Size, IsNeverMoreThanTheGroupLeaves) {
  const Job job{.queue_pairs = 1024};  // 1280 MiB
  EXPECT_EQ(true, size_of(job, group(base::gibibytes(4), base::gibibytes(1)))->fits());
  const auto tight = size_of(job, group(base::gibibytes(2), base::gibibytes(1)));
  EXPECT_EQ(false, tight->fits());
  EXPECT_EQ(base::gibibytes(1), tight->size);
  EXPECT_EQ(base::mebibytes(1280), tight->need);
  EXPECT_EQ(base::Bytes{}, size_of(job, group(base::gibibytes(1), base::gibibytes(2)))->size) << "more used than allowed";
  EXPECT_TRUE(size_of(job, group(std::nullopt, base::gibibytes(2)))->left->unlimited());
}

TEST(Size, OverflowIsAnError) {
  EXPECT_FALSE(size_of({.channels = kMost, .peers = 2, .gpudirect = false}, {}).has_value());
  EXPECT_FALSE(size_of({.queue_pairs = 1ULL << 44}, {}).has_value());
  EXPECT_FALSE(size_of({.host_buffers = {kMost}}, {}).has_value());
  EXPECT_FALSE(size_of({.host_buffers = {kMost / 5 * 4}}, {}).has_value()) << "the rounding alone overflows";
  EXPECT_TRUE(size_of({.channels = kMost, .peers = 2}, {}).has_value()) << "not counted with GPUDirect";
}

}  // namespace
}  // namespace railhead::memlock
