#include "memlock/node/plan.h"

#include <gtest/gtest.h>

#include "memlock/node/crio.h"
#include "memlock/node/docker_json.h"
#include "memlock/node/limit_text.h"
#include "memlock/node/systemd.h"

namespace railhead::memlock::node {
namespace {

constexpr const char* kSite = "[crio.runtime]\ndefault_ulimits = [\"nofile=1:2\", \"memlock=1:1\"]\n";

File drop_in(const char* name, const char* text) {
  return {.path = std::string("/etc/crio/crio.conf.d/") + name, .text = text};
}

bool is_unlimited(const std::optional<facts::Limit>& limit) { return limit && !limit->soft && !limit->hard; }

TEST(Plan, CrioKeepsTheOtherEntriesOfTheListItReplaces) {
  const auto result = plan(Runtime::crio, {}, {.config = {drop_in("10-site.conf", kSite)}});
  ASSERT_TRUE(result.has_value()) << result.error().message;
  ASSERT_EQ(1U, result->edits.size());
  EXPECT_NE(result->edits[0].after.find("default_ulimits = [\"nofile=1:2\", \"memlock=-1:-1\"]"), std::string::npos);
  EXPECT_FALSE(result->edits[0].before.has_value());
  EXPECT_TRUE(result->changes());
  EXPECT_EQ(std::vector<std::string>{"systemctl restart crio"}, result->restart);
}

TEST(Plan, CrioTwiceChangesNothing) {
  Files files{.config = {drop_in("10-site.conf", kSite)}};
  files.config.push_back({.path = kCrioDropIn, .text = plan(Runtime::crio, {}, files)->edits[0].after});
  EXPECT_FALSE(plan(Runtime::crio, {}, files)->changes());
  EXPECT_TRUE(plan(Runtime::crio, {base::gibibytes(1)}, files)->changes());
}

TEST(Plan, CrioKeepsWhatWasAddedToOurOwnFile) {
  const File own{.path = kCrioDropIn, .text = "[crio.runtime]\ndefault_ulimits = [\"core=0:0\", \"memlock=1:1\"]\n"};
  const auto result = plan(Runtime::crio, {}, {.config = {own}});
  EXPECT_NE(result->edits[0].after.find("[\"core=0:0\", \"memlock=-1:-1\"]"), std::string::npos) << result->edits[0].after;
}

TEST(Plan, AFileThatWouldWinIsAnError) {
  const auto result = plan(Runtime::crio, {}, {.config = {drop_in("99-zz.conf", kSite)}});
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().message.find("overridden by /etc/crio/crio.conf.d/99-zz.conf:2"), std::string::npos);
  const File later{.path = "/etc/systemd/system/containerd.service.d/zz.conf", .text = "[Service]\nLimitMEMLOCK=64K\n"};
  EXPECT_FALSE(plan(Runtime::containerd, {}, {.unit = {later}}).has_value());
  const File nonsense{.path = later.path, .text = "[Service]\nLimitMEMLOCK=many\n"};
  EXPECT_TRUE(plan(Runtime::containerd, {}, {.unit = {nonsense}}).has_value()) << "systemd passes over it";
}

TEST(Plan, MalformedFilesAreErrors) {
  EXPECT_FALSE(plan(Runtime::crio, {}, {.config = {drop_in("10.conf", "[crio")}}).has_value());
  EXPECT_FALSE(plan(Runtime::docker, {}, {.config = {{.path = kDaemonJson, .text = "{"}}}).has_value());
}

TEST(Plan, DockerWithTheFlagWouldNotStart) {
  const File unit{.path = "docker.service",
                  .text = "[Service]\nExecStart=/usr/bin/dockerd -H fd:// \\\n  --default-ulimit nofile=1:1\n"};
  const auto by_unit = plan(Runtime::docker, {}, {.unit = {unit}});
  ASSERT_FALSE(by_unit.has_value());
  EXPECT_EQ("docker.service:2: dockerd is started with --default-ulimit", by_unit.error().message);
  const Daemon daemon{.name = "dockerd", .pid = 7, .arguments = {"dockerd", "--default-ulimit=nofile=1"}};
  EXPECT_FALSE(plan(Runtime::docker, {}, {.daemons = {daemon}}).has_value());
}

TEST(Plan, DockerGetsADropInAndAMember) {
  const auto result = plan(Runtime::docker, {base::gibibytes(1)}, {});
  ASSERT_EQ(2U, result->edits.size());
  EXPECT_NE(result->edits[0].after.find("LimitMEMLOCK=1073741824"), std::string::npos);
  EXPECT_EQ(kDaemonJson, result->edits[1].path);
}

TEST(Unit, LastAssignmentThatMakesSenseCounts) {
  const auto settings = unit_settings({{.path = "a", .text = "[Unit]\nLimitMEMLOCK=1\n[Service]\nLimitMEMLOCK=64K:8M\n"},
                                       {.path = "b", .text = "[Service]\nLimitMEMLOCK = infinity\nLimitMEMLOCK=x\n"}});
  ASSERT_EQ(3U, settings.size());
  EXPECT_EQ(std::uint64_t{64} << 10, *settings[0].limit->soft);
  EXPECT_EQ(std::uint64_t{8} << 20, *settings[0].limit->hard);
  EXPECT_EQ(4U, settings[0].line);
  EXPECT_TRUE(is_unlimited(understood(settings).back().limit));
  EXPECT_TRUE(unit_settings({{.path = "a", .text = "[Service]\nLimitMEMLOCK=1\nLimitMEMLOCK=\n"}}).empty()) << "taken back";
}

TEST(LimitText, IsReadAsRuntimesWriteIt) {
  EXPECT_TRUE(is_unlimited(parse_ulimit("memlock=-1:-1")));
  EXPECT_TRUE(is_unlimited(parse_ulimit("memlock=-1")));
  EXPECT_EQ(5U, *parse_ulimit("memlock=5:6")->soft);
  for (const char* wrong :
       {"nofile=1:1", "memlock=", "memlock=a", "memlock=1:2:3", "memlock=-2", "memlock=99999999999999999999"})
    EXPECT_FALSE(parse_ulimit(wrong).has_value()) << wrong;
  EXPECT_TRUE(is_unlimited(parse_unit_limit("infinity")));
  for (const char* wrong : {"", "K", "1X", "-1", "16777216T", "infinity:"})
    EXPECT_FALSE(parse_unit_limit(wrong).has_value()) << wrong;
}

TEST(Outlook, ContainersGetWhatTheRuntimeSetsElseWhatTheDaemonHas) {
  const facts::Limit low{8U << 20U, 8U << 20U};
  Files files{.daemons = {{.name = "crio", .pid = 7, .limit = low}}};
  const auto inherits = outlook(Runtime::crio, files, *settings(Runtime::crio, files));
  EXPECT_EQ(low.soft, inherits.now.limit->soft);
  EXPECT_EQ("inherited from crio, /proc/7/limits", inherits.now.from);
  files.config = {drop_in("10-site.conf", kSite)};
  const auto set = outlook(Runtime::crio, files, *settings(Runtime::crio, files));
  EXPECT_FALSE(set.now.limit.has_value()) << "the daemon may be older than the file";
  EXPECT_EQ(1U, *set.next.limit->soft);
  files.config = {drop_in("10.conf", "[crio.runtime]\ndefault_ulimits = [\"nofile=1:1\"]\n")};
  EXPECT_EQ(low.soft, outlook(Runtime::crio, files, *settings(Runtime::crio, files)).now.limit->soft);
}

TEST(Outlook, DockersContainersAreChildrenOfContainerd) {
  const facts::Limit low{8U << 20U, 8U << 20U};
  const Files files{
      .unit = {{.path = "docker.service", .text = "[Service]\nLimitMEMLOCK=infinity\n"}},
      .daemons = {{.name = "dockerd", .pid = 7, .limit = facts::Limit{}}, {.name = "containerd", .pid = 8, .limit = low}}};
  const auto result = outlook(Runtime::docker, files, *settings(Runtime::docker, files));
  EXPECT_EQ(low.soft, result.now.limit->soft);
  EXPECT_EQ(low.soft, result.next.limit->soft);
}

TEST(Outlook, NothingKnown) {
  const Files files;
  const auto result = outlook(Runtime::containerd, files, *settings(Runtime::containerd, files));
  EXPECT_FALSE(result.now.limit.has_value());
  EXPECT_FALSE(result.next.limit.has_value());
  EXPECT_NE(result.next.from.find("systemd's default"), std::string::npos);
}

TEST(MachineConfig, NamesThePool) {
  const auto text = machine_config("gpu-worker", "x\n");
  EXPECT_NE(text->find("role: gpu-worker\n"), std::string::npos);
  EXPECT_NE(text->find("base64,eAo=\n"), std::string::npos);
  for (const char* wrong : {"", "a b", "A", "-a", "a\n"}) EXPECT_FALSE(machine_config(wrong, "x").has_value()) << wrong;
}

}  // namespace
}  // namespace railhead::memlock::node
