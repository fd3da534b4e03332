#include "facts/host/process_text.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

constexpr const char* kStatus =
    "Name:\ttrain.py\nUmask:\t0022\nUid:\t1000\t1001\t1000\t1000\nGid:\t100\t101\t100\t100\n"
    "Groups:\t44 109 \nVmLck:\t      64 kB\nVmPin:\t    2048 kB\n"
    "CapInh:\t0000000000000000\nCapPrm:\t0000000000004000\nCapEff:\t0000000000004000\nCapBnd:\t00000000a80465fb\n"
    "CapAmb:\t0000000000004000\nNoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t1\n";

Process status(std::string_view text) {
  Process process;
  read_status(text, "/proc/self/status", process);
  return process;
}

Process limits(std::string_view text) {
  Process process;
  read_limits(text, "/proc/self/limits", process);
  return process;
}

TEST(Status, ReadsAll) {
  const Process process = status(kStatus);
  EXPECT_EQ(*process.uid, 1001U);
  EXPECT_EQ(*process.gid, 101U);
  EXPECT_EQ(*process.groups, (std::vector<std::uint32_t>{44, 109}));
  EXPECT_TRUE(holds(process.capabilities->effective, Capability::ipc_lock));
  EXPECT_FALSE(holds(process.capabilities->effective, Capability::sys_resource));
  EXPECT_EQ(process.capabilities->bounding, 0xa80465fbU);
  EXPECT_EQ(process.capabilities->ambient, 0x4000U);
  EXPECT_TRUE(process.no_new_privs.is(true));
  EXPECT_EQ(*process.seccomp, 2U);
  EXPECT_EQ(process.vm_lck->value, 64U << 10);
  EXPECT_EQ(process.vm_pin->value, 2048U << 10);
  EXPECT_EQ(process.uid.source(), "/proc/self/status");
}

TEST(Status, CpusAreCounted) {
  const auto count = [](const char* list) { return status(std::string("Cpus_allowed_list:\t") + list + "\n").cpus; };
  EXPECT_EQ(*count("0-55,112-167"), 112U);
  EXPECT_EQ(*count("3"), 1U);
  EXPECT_EQ(*count("0,2,4-5"), 4U);
  for (const char* text : {"", "a", "5-3", "0-", "0,,1", "0-99999999999"})
    EXPECT_EQ(count(text).missing().why, Why::malformed) << text;
  EXPECT_EQ(status("Name:\tsh\n").cpus.missing().why, Why::unavailable);
}

TEST(Status, NoGroupsIsKnown) { EXPECT_TRUE(status("Groups:\t \n").groups->empty()); }

TEST(Status, LinesThatAreNotThereAreUnavailable) {
  const Process process = status("Name:\tsh\n");
  EXPECT_EQ(process.uid.missing().why, Why::unavailable);
  EXPECT_EQ(process.capabilities.missing().why, Why::unavailable);
  EXPECT_EQ(process.seccomp.missing().why, Why::unavailable);
  EXPECT_EQ(process.vm_pin.missing().why, Why::unavailable);
}

TEST(Status, KernelsWithoutAmbientSetHaveNothingInIt) {
  const Process process = status("CapInh:\t0\nCapPrm:\t1\nCapEff:\t1\nCapBnd:\t1\n");
  ASSERT_TRUE(process.capabilities);
  EXPECT_EQ(process.capabilities->ambient, 0U);
}

TEST(Status, WhatMakesNoSenseIsMalformed) {
  EXPECT_EQ(status("Uid:\t0 0\n").uid.missing().why, Why::malformed);
  EXPECT_EQ(status("Uid:\t0 4294967296 0 0\n").uid.missing().why, Why::malformed);
  EXPECT_EQ(status("Groups:\t1 -1\n").groups.missing().why, Why::malformed);
  EXPECT_EQ(status("VmPin:\t99999999999999999999 kB\n").vm_pin.missing().why, Why::malformed);
  EXPECT_EQ(status("VmPin:\t18014398509481984 kB\n").vm_pin.missing().why, Why::malformed) << "overflows in bytes";
  EXPECT_EQ(status("VmPin:\t12\n").vm_pin.missing().why, Why::malformed);
  EXPECT_EQ(status("NoNewPrivs:\tyes\n").no_new_privs.missing().why, Why::malformed);
  EXPECT_EQ(status("CapEff:\tzz\nCapPrm:\t0\nCapInh:\t0\nCapBnd:\t0\n").capabilities.missing().why, Why::malformed);
}

TEST(Status, ANameCannotPoseAsALine) {
  const Process process = status("Name:\tUid:\t0 0 0 0\nUid:\t7\t7\t7\t7\n");
  EXPECT_EQ(*process.uid, 7U);
}

TEST(Status, HostileTextsAreBorne) {
  EXPECT_FALSE(status("").uid);
  EXPECT_FALSE(status(std::string(1 << 20, 'U')).uid);
  EXPECT_FALSE(status(std::string("Uid:\0\t0 0 0\0", 12)).uid);
  EXPECT_FALSE(status(std::string("Uid:\x1b[31m") + std::string(1 << 20, '9')).uid);
  EXPECT_LT(status(std::string("Uid:\x1b[31m") + std::string(1 << 20, '9')).uid.missing().detail.size(), 100U);
  EXPECT_EQ(status(std::string("Uid:\x1b[31m")).uid.missing().detail.find('\x1b'), std::string::npos);
  EXPECT_FALSE(status("Uid:").uid);
}

constexpr const char* kLimits =
    "Limit                     Soft Limit           Hard Limit           Units     \n"
    "Max stack size            8388608              unlimited            bytes     \n"
    "Max processes             4096                 63000                processes \n"
    "Max open files            1024                 524288               files     \n"
    "Max locked memory         67108864             unlimited            bytes     \n";

TEST(Limits, ReadsAll) {
  const Process process = limits(kLimits);
  EXPECT_EQ(process.memlock->soft, 64U << 20);
  EXPECT_EQ(process.memlock->hard, std::nullopt);
  EXPECT_EQ(process.nofile->hard, 524288U);
  EXPECT_EQ(process.nproc->soft, 4096U);
  EXPECT_EQ(process.stack->soft, 8388608U);
}

TEST(Limits, TruncatedAndHostileTextsAreNotHalfRead) {
  EXPECT_EQ(limits("").memlock.missing().why, Why::unavailable);
  EXPECT_EQ(limits("Max locked memory         67108864").memlock.missing().why, Why::malformed);
  EXPECT_EQ(limits("Max locked memory         lots  of  bytes\n").memlock.missing().why, Why::malformed);
  EXPECT_EQ(limits("Max locked memory         18446744073709551616 0 bytes\n").memlock.missing().why, Why::malformed);
  EXPECT_EQ(limits("Max locked memory " + std::string(1 << 20, ' ')).memlock.missing().why, Why::malformed);
}

TEST(UserNamespace, OnlyTheFixedNumberIsTheInitialOne) {
  EXPECT_EQ(names_initial_user_namespace("user:[4026531837]"), true);
  EXPECT_EQ(names_initial_user_namespace("user:[4026532501]"), false);
  EXPECT_EQ(names_initial_user_namespace("user:[]"), std::nullopt);
  EXPECT_EQ(names_initial_user_namespace("mnt:[4026531837]"), std::nullopt);
  EXPECT_EQ(names_initial_user_namespace("user:[4026531837"), std::nullopt);
}

TEST(UserNamespace, OnlyOneMapHasEveryUid) {
  EXPECT_EQ(maps_every_uid("         0          0 4294967295\n"), true);
  EXPECT_EQ(maps_every_uid("         0     100000      65536\n"), false);
  EXPECT_EQ(maps_every_uid("0 1000 1\n1 100000 65536\n"), false);
  EXPECT_EQ(maps_every_uid(""), false) << "not mapped yet: the initial one always is";
  EXPECT_EQ(maps_every_uid("0 0\n"), std::nullopt);
  EXPECT_EQ(maps_every_uid("0 0 many\n"), std::nullopt);
}

}  // namespace
}  // namespace railhead::facts
