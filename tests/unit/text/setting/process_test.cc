// /proc/PID/status and limits, prlimit.
#include <gtest/gtest.h>

#include "tests/unit/text/setting/pasted.h"

namespace railhead {
namespace {

using facts::Capability;
using test::read_as;
using test::shown_in;

TEST(ProcessStatus, WholeTextTellsEveryFact) {
  const facts::Machine machine = read_as("process-status",
                                         "Name:\ttrainer\nUmask:\t0022\nUid:\t0\t2001\t0\t0\nGid:\t5\t6\t5\t5\nGroups:\t6 44 \n"
                                         "VmLck:\t    2048 kB\nVmPin:\t      16 kB\nCapInh:\t0000000000000000\n"
                                         "CapPrm:\t0000000000004000\nCapEff:\t0000000000004000\nCapBnd:\t0000000000005001\n"
                                         "CapAmb:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\nCpus_allowed_list:\t0-3,8\n");
  const facts::Process& process = machine.process;
  EXPECT_TRUE(process.uid.is(2001));
  EXPECT_EQ(process.uid.source(), "paste.txt:3");
  EXPECT_TRUE(process.gid.is(6));
  EXPECT_EQ(process.groups.value_or({}), (std::vector<std::uint32_t>{6, 44}));
  EXPECT_TRUE(process.vm_lck.is(base::kibibytes(2048)));
  EXPECT_TRUE(process.vm_pin.is(base::kibibytes(16)));
  ASSERT_TRUE(process.capabilities);
  EXPECT_EQ(process.capabilities->bounding, 0x5001U);
  EXPECT_EQ(process.capabilities->permitted, 0x4000U);
  EXPECT_EQ(process.capabilities.source(), "paste.txt:10");
  EXPECT_TRUE(process.no_new_privs.is(true));
  EXPECT_TRUE(process.seccomp.is(2));
  EXPECT_TRUE(process.cpus.is(5));
}

TEST(ProcessStatus, LinesThatAreNotThereStayNotAsked) {
  const facts::Process process = read_as("process-status", "CapEff:\t0000000000000000\nCapBnd:\t00000000a80465fb\n").process;
  ASSERT_TRUE(process.capabilities);
  EXPECT_TRUE(holds(process.capabilities->bounding, Capability::ipc_lock));
  EXPECT_FALSE(holds(process.capabilities->permitted, Capability::ipc_lock));
  EXPECT_TRUE(process.uid.not_asked());
  EXPECT_TRUE(process.seccomp.not_asked());
  EXPECT_TRUE(process.vm_lck.not_asked());
  EXPECT_TRUE(process.memlock.not_asked());
}

TEST(ProcessStatus, CapabilitiesNeedTheEffectiveSet) {
  EXPECT_TRUE(read_as("process-status", "CapBnd:\t00000000a80465fb\n").process.capabilities.not_asked());
  const facts::Process alone = read_as("process-status", "CapEff:\t0000000000004001\n").process;
  ASSERT_TRUE(alone.capabilities);
  EXPECT_EQ(alone.capabilities->effective, 0x4001U);
  EXPECT_EQ(alone.capabilities->permitted, 0x4001U);
  EXPECT_EQ(alone.capabilities->ambient, 0U);
}

TEST(ProcessStatus, NonsenseIsMalformed) {
  const facts::Process process = read_as("process-status", "Uid:\tme\nCapEff:\tall\n").process;
  EXPECT_EQ(process.uid.missing().why, facts::Why::malformed);
  EXPECT_EQ(process.uid.source(), "paste.txt:1");
  EXPECT_EQ(process.capabilities.missing().why, facts::Why::malformed);
}

TEST(ProcessStatus, SecondProcessIsNotMixedIn) {
  const facts::Process process =
      read_as("process-status", "Name:\ta\nUid:\t1\t1\t1\t1\nName:\tb\nUid:\t2\t2\t2\t2\nCapEff:\t00000000000000ff\n").process;
  EXPECT_TRUE(process.uid.is(1));
  EXPECT_TRUE(process.capabilities.not_asked());
}

TEST(ProcessStatus, GrepPutsTheFileBefore) {
  const facts::Process process = read_as("process-status", "/proc/77/status:CapEff:\t0000000000004000\n").process;
  ASSERT_TRUE(process.capabilities);
  EXPECT_TRUE(holds(process.capabilities->effective, Capability::ipc_lock));
}

TEST(ProcessStatus, EarlierBlockStays) {
  const facts::Machine first = read_as("process-status", "Uid:\t7\t7\t7\t7\n");
  const facts::Process both = read_as("process-status", "Uid:\t8\t8\t8\t8\nSeccomp:\t0\n", first).process;
  EXPECT_TRUE(both.uid.is(7));
  EXPECT_TRUE(both.seccomp.is(0));
}

TEST(ProcessLimits, FourLimits) {
  const facts::Process process = read_as("process-limits",
                                         "Limit                     Soft Limit           Hard Limit           Units     \n"
                                         "Max stack size            8388608              unlimited            bytes     \n"
                                         "Max processes             4001                 4002                 processes \n"
                                         "Max open files            1024                 2048                 files     \n"
                                         "Max locked memory         65536                131072               bytes     \n")
                                     .process;
  ASSERT_TRUE(process.memlock);
  EXPECT_EQ(process.memlock->soft, 65536U);
  EXPECT_EQ(process.memlock->hard, 131072U);
  EXPECT_EQ(process.memlock.source(), "paste.txt:5");
  ASSERT_TRUE(process.stack);
  EXPECT_EQ(process.stack->hard, std::nullopt);
  ASSERT_TRUE(process.nofile);
  EXPECT_EQ(process.nofile->hard, 2048U);
  ASSERT_TRUE(process.nproc);
  EXPECT_EQ(process.nproc->soft, 4001U);
}

TEST(ProcessLimits, OneLineCollapsedByMail) {
  const facts::Process process =
      read_as("process-limits", "/proc/1/limits:Max locked memory unlimited unlimited bytes\n").process;
  ASSERT_TRUE(process.memlock);
  EXPECT_EQ(process.memlock->soft, std::nullopt);
  EXPECT_TRUE(process.nofile.not_asked());
}

TEST(ProcessLimits, TellTheHardSideThatUlimitDoesNot) {
  const facts::Machine first = read_as("ulimit", "ulimit -l: 64\n");
  const facts::Process both = read_as("process-limits", "Max locked memory 65536 unlimited bytes\n", first).process;
  ASSERT_TRUE(both.memlock);
  EXPECT_EQ(both.memlock->soft, 65536U);
  EXPECT_EQ(both.memlock->hard, std::nullopt);
  const facts::Process other = read_as("process-limits", "Max locked memory 4096 unlimited bytes\n", first).process;
  EXPECT_EQ(other.memlock->soft, 65536U) << "another process: the first text counts";
}

TEST(Prlimit, Table) {
  const facts::Process process = read_as("prlimit",
                                         "RESOURCE   DESCRIPTION                             SOFT      HARD UNITS\n"
                                         "MEMLOCK    max locked-in-memory address space     65536 unlimited bytes\n"
                                         "NOFILE     max number of open files                1024      4096 files\n"
                                         "STACK      max stack size                       soon        later bytes\n")
                                     .process;
  ASSERT_TRUE(process.memlock);
  EXPECT_EQ(process.memlock->soft, 65536U);
  EXPECT_EQ(process.memlock->hard, std::nullopt);
  EXPECT_EQ(process.memlock.source(), "paste.txt:2");
  ASSERT_TRUE(process.nofile);
  EXPECT_EQ(process.nofile->hard, 4096U);
  EXPECT_EQ(process.stack.missing().why, facts::Why::malformed);
  EXPECT_TRUE(process.nproc.not_asked());
}

TEST(Prlimit, CommandThatSetsTellsNothing) {
  EXPECT_EQ(shown_in("prlimit --memlock=unlimited   # Operation not permitted"), "prlimit");
  EXPECT_TRUE(read_as("prlimit", "prlimit --pid 9 --memlock=unlimited\n").process.memlock.not_asked());
}

TEST(Process, LinesShowInTheirKindAlone) {
  EXPECT_EQ(shown_in("CapEff:\t0000003fffffffff"), "process-status");
  EXPECT_EQ(shown_in("Uid:\t0\t0\t0\t0"), "process-status");
  EXPECT_EQ(shown_in("VmLck:\t       0 kB"), "process-status");
  EXPECT_EQ(shown_in("Max locked memory         65536                65536                bytes"), "process-limits");
  EXPECT_EQ(shown_in("Limit                     Soft Limit           Hard Limit           Units"), "process-limits");
  EXPECT_EQ(shown_in("MEMLOCK    max locked-in-memory address space     65536     65536 bytes"), "prlimit");
}

TEST(Process, OtherTextsDoNotShow) {
  for (const char* line : {"Uid: (    0/    root)   Gid: (    0/    root)", "Name:   web-0", "State: Active", "Capability: 4",
                           "Max locked memory must be raised on the node", "STACK overflow", "Groups: 5", ""})
    EXPECT_EQ(shown_in(line), "") << line;
}

}  // namespace
}  // namespace railhead
