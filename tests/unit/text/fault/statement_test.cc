#include "text/fault/statement.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "text/fault/signature.h"

namespace railhead {
namespace {

using facts::LogFault;
using text::fault_in;
using text::gpu_way;
using text::stated_memlock;

TEST(StatedMemlock, AsLibrariesWriteIt) {
  EXPECT_EQ(stated_memlock("UCX  ERROR x failed. Please set max locked memory (ulimit -l) to 'unlimited' (current: 64 kbytes)"),
            65536U);
  EXPECT_EQ(stated_memlock("libibverbs: Warning: RLIMIT_MEMLOCK is 32768 bytes."), 32768U);
  EXPECT_EQ(stated_memlock("  Memlock limit: 65536"), 65536U);
  EXPECT_EQ(stated_memlock("LimitMEMLOCK=65536"), 65536U);
  EXPECT_EQ(stated_memlock("LimitMEMLOCK=64K"), 65536U);
}

TEST(StatedMemlock, WhatIsNoLimit) {
  for (const char* line : {"LimitMEMLOCK=infinity", "LimitMEMLOCK=64K:128K", "max locked memory (kbytes, -l) unlimited",
                           "Please set max locked memory to 'unlimited' (current: unlimited)", "RLIMIT_MEMLOCK is low",
                           "  Memlock limit: unlimited", "(current: 64 kbytes)"})
    EXPECT_EQ(stated_memlock(line), std::nullopt) << line;
}

TEST(GpuWay, OfUcx) {
  const auto off = gpu_way("[1.2] [n:1:0] ib_md.c:9 UCX  DEBUG mlx5_3: cuda GPUDirect RDMA is disabled");
  ASSERT_TRUE(off);
  EXPECT_EQ(off->hca, "mlx5_3");
  EXPECT_FALSE(off->there);
  EXPECT_FALSE(off->is_dma_buf);
  EXPECT_TRUE(gpu_way("UCX  DEBUG mlx5_3: cuda GPUDirect RDMA is detected by checking /sys/module/x")->there);
  EXPECT_FALSE(gpu_way("UCX  DEBUG mlx5_3: cuda GPUDirect RDMA is not detected by checking /sys/module/x")->there);
  const auto buffer =
      gpu_way("UCX  DEBUG mlx5_3: ibv_reg_dmabuf_mr(fd=-1) returned Protocol not supported, dmabuf is not supported");
  ASSERT_TRUE(buffer);
  EXPECT_EQ(buffer->hca, "mlx5_3");
  EXPECT_TRUE(buffer->is_dma_buf);
  EXPECT_FALSE(buffer->there);
  EXPECT_TRUE(gpu_way("UCX  DEBUG mlx5_3: dmabuf is supported")->there);
  EXPECT_FALSE(gpu_way("GPU Direct RDMA is fine"));
}

TEST(Faults, PinningInOtherWords) {
  for (const char* line : {"Libfabric error: (-12) Cannot allocate memory", "mmap() to /dev/infiniband/uverbs0 returns ENOMEM",
                           "MPIDI_CH3I_RDMA_init(446):  rdma_iba_hca_init(1636)..: cannot create qp",
                           "libfabric:9:1::efa:mr:efa_mr_reg_impl():850<warn> Unable to register MR: Cannot allocate memory"}) {
    const auto event = fault_in(line);
    ASSERT_TRUE(event) << line;
    EXPECT_EQ(event->fault, LogFault::pin_failed) << line;
  }
}

TEST(Faults, TheCallIsTakenBeforeTheAdvice) {
  const auto event =
      fault_in("UCX  ERROR mlx5_1: ibv_create_cq() failed: Cannot allocate memory. Please set max locked memory");
  ASSERT_TRUE(event);
  EXPECT_EQ(event->fault, LogFault::verbs_call);
  EXPECT_EQ(event->call.device, "mlx5_1");
}

TEST(Faults, ARegistrationWithItsErrno) {
  EXPECT_EQ(fault_in("MR registration failed: Bad address")->call.error, EFAULT);
  EXPECT_EQ(fault_in("Failed to register MR")->call.error, std::nullopt);
}

TEST(Faults, MemoryThatHasNothingToDoWithPinning) {
  for (const char* line : {"fork: Cannot allocate memory", "Unable to register the model", "cannot create directory"})
    EXPECT_FALSE(fault_in(line)) << line;
}

}  // namespace
}  // namespace railhead
