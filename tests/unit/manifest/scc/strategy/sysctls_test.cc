#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

using made::Texts;

Constraint sysctls(std::vector<std::string> unsafe, std::vector<std::string> forbidden = {}) {
  Constraint rule = made::constraint("tuned");
  rule.unsafe_sysctls = std::move(unsafe);
  rule.forbidden_sysctls = std::move(forbidden);
  return rule;
}

Pod setting(std::vector<Sysctl> list) { return made::with(PodSecurity{.sysctls = std::move(list)}); }

TEST(SccSysctls, SafeOnesNeedNoPermission) {
  EXPECT_EQ(made::refused(sysctls({}), setting({{"net.ipv4.tcp_rmem", "1 2 3"}, {"net.ipv4.tcp_keepalive_time", "9"}})),
            Texts{});
}

TEST(SccSysctls, UnsafeOnesAreRefusedByPlaceWithoutTheConstraintsName) {
  EXPECT_EQ(made::refused(sysctls({}), setting({{"net.ipv4.tcp_syncookies", "1"}, {"fs.mqueue.msg_max", "50"}})),
            Texts{"spec.securityContext.sysctls[1]: Forbidden: unsafe sysctl \"fs.mqueue.msg_max\" is not allowed"});
}

TEST(SccSysctls, StarAtTheEndStandsForAnyRest) {
  EXPECT_EQ(made::refused(sysctls({"fs.mqueue.*"}), setting({{"fs.mqueue.msg_max", "50"}})), Texts{});
  EXPECT_EQ(made::refused(sysctls({"mqueue.*"}), setting({{"fs.mqueue.msg_max", "50"}})).size(), 1U);
  EXPECT_EQ(made::refused(sysctls({"*"}), setting({{"kernel.sem", "50"}})), Texts{});
  EXPECT_EQ(made::refused(sysctls({"fs.mqueue"}), setting({{"fs.mqueue.msg_max", "50"}})).size(), 1U);
}

TEST(SccSysctls, ForbiddenBeatsSafeAndAllowed) {
  EXPECT_EQ(made::refused(sysctls({"kernel.sem"}, {"kernel.*", "net.ipv4.tcp_wmem"}),
                          setting({{"kernel.sem", "1"}, {"net.ipv4.tcp_wmem", "2"}})),
            (Texts{"spec.securityContext.sysctls[0]: Forbidden: sysctl \"kernel.sem\" is not allowed",
                   "spec.securityContext.sysctls[1]: Forbidden: sysctl \"net.ipv4.tcp_wmem\" is not allowed"}));
}

}  // namespace
}  // namespace railhead::manifest::scc
