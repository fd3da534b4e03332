#include "manifest/scc/stock.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "manifest/scc/access.h"
#include "manifest/scc/cluster/stock_table.h"
#include "manifest/scc/order.h"
#include "manifest/scc/ranges.h"

namespace railhead::manifest::scc {
namespace {

World stock(std::string_view version) {
  World world;
  const auto added = add_stock(world, version);
  EXPECT_TRUE(added) << version;
  return world;
}

const Constraint& named(const World& world, std::string_view name) {
  const auto found = std::ranges::find(world.constraints, name, &Constraint::name);
  EXPECT_NE(found, world.constraints.end()) << name;
  return *found;
}

bool has(const World& world, std::string_view name) {
  return std::ranges::find(world.constraints, name, &Constraint::name) != world.constraints.end();
}

std::vector<std::string> order_of(const World& world) {
  std::vector<std::string> names;
  for (const Constraint* one : ordered(world.constraints)) names.push_back(one->name);
  return names;
}

std::string refusal(std::string_view version) {
  World world;
  const auto added = add_stock(world, version);
  return added ? "" : added.error().message + "; " + added.error().cause;
}

TEST(StockSccs, AreTriedInTheServersOrder) {
  EXPECT_EQ(order_of(stock("4.16")),
            (std::vector<std::string>{"anyuid", "restricted-v2", "restricted", "nonroot-v2", "nonroot", "hostmount-anyuid",
                                      "hostnetwork-v2", "hostnetwork", "hostaccess", "privileged"}));
  const auto newest = order_of(stock(""));
  const std::vector<std::string> first = {"anyuid", "restricted-v2", "restricted-v3", "restricted", "nested-container"};
  EXPECT_TRUE(std::ranges::equal(first, std::vector<std::string>(newest.begin(), newest.begin() + 5)));
}

TEST(StockSccs, ComeWithTheirVersions) {
  EXPECT_EQ(stock("4.11").constraints.size(), 10U);
  EXPECT_EQ(stock("4.16.8").constraints.size(), 10U);
  EXPECT_EQ(stock("4.17").constraints.size(), 11U);
  EXPECT_EQ(stock("v4.20").constraints.size(), 13U);
  EXPECT_EQ(stock("5.0").constraints.size(), 13U);
  EXPECT_FALSE(has(stock("4.19"), "restricted-v3"));
  EXPECT_TRUE(has(stock("4.20"), "restricted-v3"));
  EXPECT_EQ(stock("").stock_version, "5.0");
  EXPECT_TRUE(stock("").stock);
}

TEST(StockSccs, TheirVolumesGrewWithTheVersions) {
  EXPECT_EQ(named(stock("4.11"), "nonroot").volumes,
            (std::vector<std::string>{"configMap", "downwardAPI", "emptyDir", "persistentVolumeClaim", "projected", "secret"}));
  EXPECT_EQ(named(stock("4.12"), "nonroot").volumes,
            (std::vector<std::string>{"configMap", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected",
                                      "secret"}));
  EXPECT_EQ(named(stock("4.20"), "hostmount-anyuid").volumes,
            (std::vector<std::string>{"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "hostPath", "image", "nfs",
                                      "persistentVolumeClaim", "projected", "secret"}));
  EXPECT_EQ(named(stock("4.20"), "privileged").volumes, (std::vector<std::string>{"*"}));
}

TEST(StockSccs, EveryoneMayUseTheRestrictedOnes) {
  const Creator creator = {.user = "somebody"};
  const World world = stock("5.0");
  for (const char* name : {"restricted-v2", "restricted-v3"})
    EXPECT_EQ(access(named(world, name), world, "lab", "batch", creator).by, AccessBy::user) << name;
  for (const char* name : {"restricted", "anyuid", "nonroot-v2", "privileged", "nested-container"})
    EXPECT_EQ(access(named(world, name), world, "lab", "batch", creator).by, AccessBy::none) << name;
  EXPECT_EQ(stock("4.16").bindings.size(), 1U);
}

TEST(StockSccs, HaveTheValuesOfTheirKind) {
  const World world = stock("5.0");
  const Constraint& v3 = named(world, "restricted-v3");
  EXPECT_EQ(v3.run_as_user.min, 1000);
  EXPECT_EQ(v3.run_as_user.max, 65534);
  EXPECT_EQ(v3.fs_group.ranges, (std::vector<IdRange>{{1000, 65534}}));
  EXPECT_EQ(v3.user_namespace, UserNamespaceLevel::require_pod);
  EXPECT_EQ(v3.privilege_escalation, false);
  const Constraint& nested = named(world, "nested-container");
  EXPECT_EQ(nested.se_linux.options->type, "container_engine_t");
  EXPECT_EQ(nested.run_as_user.min, 0);
  EXPECT_EQ(nested.allowed_capabilities, (std::vector<std::string>{"SETUID", "SETGID"}));
  const Constraint& hostnetwork = named(world, "hostnetwork-v2");
  EXPECT_TRUE(hostnetwork.host_network && hostnetwork.host_ports);
  EXPECT_FALSE(hostnetwork.host_pid || hostnetwork.host_ipc || hostnetwork.host_dir);
  EXPECT_EQ(hostnetwork.supplemental_groups.type, Strategy::must_run_as);
  EXPECT_TRUE(hostnetwork.supplemental_groups.ranges.empty());
  EXPECT_EQ(named(world, "anyuid").groups, (std::vector<std::string>{"system:cluster-admins"}));
  EXPECT_EQ(named(world, "restricted").source, "OpenShift 5.0");
}

TEST(StockSccs, CanBeSetUpInEveryNamespaceThatIsInOrder) {
  const Namespace space = {.name = "lab",
                           .annotations = {{"openshift.io/sa.scc.uid-range", "5/5"}, {"openshift.io/sa.scc.mcs", "s0"}}};
  for (const char* version : {"4.11", "4.15", "4.20", "4.23", "5.0"})
    EXPECT_TRUE(ranges_for(space, ordered(stock(version).constraints))) << version;
}

TEST(StockSccs, RequiredOnesAreThere) {
  EXPECT_EQ(required_names().size(), 10U);
  for (const char* version : {"4.11", "5.0"})
    for (const std::string_view name : required_names()) EXPECT_TRUE(has(stock(version), name)) << version << " " << name;
}

TEST(StockSccs, OtherVersionsAreNotKnown) {
  EXPECT_EQ(refusal("4.10"), "the SCCs that come with OpenShift \"4.10\" are not known; they are known from 4.11 to 5.0");
  for (const char* version : {"3.11", "4.24", "5.1", "4", "4.x", "", "4.19.1.2", "latest", "4.-1", "999999999999999999999.1"})
    EXPECT_EQ(refusal(version).empty(), std::string_view(version).empty()) << version;
}

TEST(StockSccs, LeaveWhatIsGiven) {
  World world;
  world.constraints = {{.name = "anyuid", .priority = 3}};
  ASSERT_TRUE(add_stock(world, "4.18"));
  EXPECT_EQ(named(world, "anyuid").priority, 3);
  EXPECT_EQ(std::ranges::count(world.constraints, "anyuid", &Constraint::name), 1);
  EXPECT_FALSE(world.stock);
  const std::size_t bindings = world.bindings.size();
  ASSERT_TRUE(add_stock(world, "4.18"));
  EXPECT_EQ(world.bindings.size(), bindings);
}

TEST(StockSccs, TheTableIsInOrderOfNamesAndEachSccHasARole) {
  EXPECT_TRUE(std::ranges::is_sorted(stock_rows(), {}, &StockRow::name));
  EXPECT_TRUE(std::ranges::is_sorted(stock_volumes(), {}, &StockVolume::type));
  for (const StockRow& row : stock_rows())
    EXPECT_NE(std::ranges::find(stock_roles(), row.name, &StockRole::name), stock_roles().end()) << row.name;
}

}  // namespace
}  // namespace railhead::manifest::scc
