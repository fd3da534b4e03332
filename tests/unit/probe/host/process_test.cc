#include "probe/host/process.h"

#include <gtest/gtest.h>

#include "tests/support/place.h"

namespace railhead::probe {
namespace {

facts::Process probed(const std::string& archive) { return process(test::Place(archive).world()); }

TEST(Process, FromItsFiles) {
  const facts::Process process = probed(
      "-- proc/self/status --\nUid:\t5 5 5 5\nGid:\t6 6 6 6\nVmPin:\t8 kB\n"
      "-- proc/self/limits --\nMax locked memory         65536                65536                bytes     \n"
      "-- proc/self/ns/user -> user:[4026531837] --\n"
      "-- proc/self/attr/current --\nsystem_u:system_r:container_t:s0:c1,c2\n");
  EXPECT_EQ(*process.uid, 5U);
  EXPECT_EQ(process.memlock->hard, 65536U);
  EXPECT_EQ(process.vm_pin->value, 8192U);
  EXPECT_TRUE(process.initial_user_namespace.is(true));
  EXPECT_EQ(*process.security_label, "system_u:system_r:container_t:s0:c1,c2");
}

TEST(Process, ANamespaceOfItsOwn) {
  const facts::Process process =
      probed("-- proc/self/ns/user -> user:[4026533000] --\n-- proc/self/uid_map --\n0 0 4294967295\n");
  EXPECT_TRUE(process.initial_user_namespace.is(false)) << "though its map is that of the initial one";
}

TEST(Process, TheMapAloneProvesOnlyANamespace) {
  EXPECT_TRUE(probed("-- proc/self/uid_map --\n0 200000 65536\n").initial_user_namespace.is(false));
  const facts::Process full = probed("-- proc/self/uid_map --\n         0          0 4294967295\n");
  EXPECT_FALSE(full.initial_user_namespace);
  EXPECT_EQ(full.initial_user_namespace.missing().why, facts::Why::not_found);
}

TEST(Process, AStrangeLinkFallsBackToTheMap) {
  EXPECT_TRUE(probed("-- proc/self/ns/user -> user:[x] --\n-- proc/self/uid_map --\n0 7 1\n").initial_user_namespace.is(false));
  EXPECT_EQ(probed("-- proc/self/ns/user -> user:[x] --\n").initial_user_namespace.missing().why, facts::Why::malformed);
}

TEST(Process, WhyNothingIsKnown) {
  const facts::Process denied =
      probed("-- proc/self/status !EACCES --\n-- proc/self/limits !EIO --\n-- proc/self/attr/current !EINVAL --\n");
  EXPECT_EQ(denied.uid.missing().why, facts::Why::denied);
  EXPECT_EQ(denied.capabilities.missing().detail, "EACCES");
  EXPECT_EQ(denied.memlock.missing().why, facts::Why::unavailable);
  EXPECT_EQ(denied.security_label.missing().why, facts::Why::not_found);
  const facts::Process captured = probed("-- sys/class (dir) --\n");
  EXPECT_TRUE(captured.uid.not_asked());
  EXPECT_TRUE(captured.memlock.not_asked());
  EXPECT_TRUE(captured.initial_user_namespace.not_asked());
  EXPECT_TRUE(captured.security_label.not_asked());
}

}  // namespace
}  // namespace railhead::probe
