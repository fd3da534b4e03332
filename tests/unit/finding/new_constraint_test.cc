// The constraint that the checks about refused pods print, carried out on OpenShift's own restricted-v2 and asked of the model:
// the pod it is for must be admitted.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/manifest/yaml_json.h"
#include "finding/cluster/denials.h"
#include "manifest/admission/judge.h"
#include "manifest/scc/object/written.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "manifest/yaml/yaml.h"
#include "text/cluster/families.h"

namespace railhead::check {
namespace {

using manifest::scc::Outcome;
using manifest::scc::World;
using Json = nlohmann::ordered_json;

World stock() {
  World world;
  EXPECT_TRUE(manifest::scc::add_stock(world, ""));
  world.namespaces.push_back(
      {.name = "lab", .annotations = {{"openshift.io/sa.scc.uid-range", "5000/100"}, {"openshift.io/sa.scc.mcs", "s0:c9,c4"}}});
  return world;
}

manifest::admission::Verdict ask(const manifest::Pod& pod, const World& world) {
  auto verdict = manifest::admission::judge({.owner = "Pod/solver", .pod = pod}, world, {});
  EXPECT_TRUE(verdict);
  return *std::move(verdict);
}

/// Carries out ".field = JSON" and ".field += JSON", which is all of jq that the commands use.
Json carried_out(Json object, const std::string& program) {
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::size_t end = program.find(" | ", at);
    const std::string step = program.substr(at, end == std::string::npos ? end : end - at);
    const std::size_t blank = step.find(' ');
    const std::size_t value = step.find("= ") + 2;
    const std::string field = step.substr(1, blank - 1);
    EXPECT_TRUE(step.starts_with(".") && blank != std::string::npos) << step;
    const Json given = Json::parse(step.substr(value));
    if (step[blank + 1] == '+') {
      if (!object[field].is_array()) object[field] = Json::array();
      for (const Json& one : given) object[field].push_back(one);
    } else {
      object[field] = given;
    }
    at = end == std::string::npos ? end : end + 3;
  }
  return object;
}

/// The world after both commands.
World after(World world, const std::string& commands, const std::string& account) {
  const std::size_t begin = commands.find("jq '") + 4;
  const std::string program = commands.substr(begin, commands.find('\'', begin) - begin);
  EXPECT_TRUE(commands.starts_with("oc get scc restricted-v2 -o json | jq '")) << commands;
  EXPECT_NE(commands.find("oc adm policy add-scc-to-user rdma -z "), std::string::npos) << commands;
  const auto base = std::ranges::find(world.constraints, "restricted-v2", &manifest::scc::Constraint::name);
  // Of some versions it is everybody's: what is made of it must not be.
  base->groups = {"system:authenticated"};
  const manifest::Parsed written = manifest::parse_yaml(manifest::scc::manifest_of(*base));
  const std::string made = carried_out(cli::json_of(manifest::Value(written.documents.at(0))), program).dump();
  base->groups.clear();
  const manifest::Parsed parsed = manifest::parse_yaml(made);
  auto constraint = manifest::scc::constraint_of(manifest::Value(parsed.documents.at(0)), {.file = "made"});
  EXPECT_TRUE(constraint) << constraint.error().message;
  EXPECT_TRUE(constraint->users.empty() && constraint->groups.empty()) << made;
  constraint->users.push_back("system:serviceaccount:lab:" + account);
  world.constraints.push_back(*std::move(constraint));
  return world;
}

struct Row {
  const char* name;
  manifest::Pod pod;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

manifest::Pod pod_with(manifest::ContainerSecurity security, manifest::PodSecurity of_pod = {}) {
  return {.name = "solver",
          .space = "lab",
          .service_account = "runner",
          .security = std::move(of_pod),
          .containers = {{.name = "main", .security = std::move(security)}}};
}

manifest::ContainerSecurity adding(std::vector<std::string> names) {
  return {.capabilities = manifest::Capabilities{.add = std::move(names)}};
}

std::vector<Row> rows() {
  manifest::ContainerSecurity root = adding({"IPC_LOCK"});
  root.run_as_user = 0;
  manifest::ContainerSecurity escalating = adding({"IPC_LOCK", "SYS_RESOURCE"});
  escalating.privilege_escalation = true;
  escalating.run_as_user = 4000;
  manifest::ContainerSecurity unconfined = adding({"IPC_LOCK"});
  unconfined.seccomp = manifest::Profile{.type = "Unconfined"};
  manifest::Pod volume = pod_with(adding({"IPC_LOCK"}));
  volume.volumes = {{.name = "data", .types = {"nfs"}}};
  return {{"a capability", pod_with(adding({"IPC_LOCK"}))},
          {"a capability for root", pod_with(root)},
          {"two for another user, escalating", pod_with(escalating)},
          {"fixed ids alone", pod_with({.run_as_user = 4000}, {.supplemental_groups = {{7000}}, .fs_group = 2000})},
          {"labels of SELinux", pod_with(root, {.se_linux = manifest::SeLinuxOptions{.level = "s0:c1,c2"}})},
          {"the runtime's seccomp profile", pod_with(root, {.seccomp = manifest::Profile{.type = "RuntimeDefault"}})},
          {"no seccomp profile", pod_with(unconfined)},
          {"a volume on the network", volume}};
}

class NewConstraint : public testing::TestWithParam<Row> {};

TEST_P(NewConstraint, TakesThePodItIsFor) {
  const World world = stock();
  const manifest::admission::Verdict before = ask(GetParam().pod, world);
  ASSERT_EQ(before.outcome, Outcome::refused) << "the test is about nothing";
  std::vector<facts::ClusterEvent> events;
  text::cluster::read_scc(before.message, events);
  ASSERT_EQ(events.size(), 1U);
  const std::string commands = new_constraint(events[0]);
  EXPECT_EQ(commands.find("does not let through"), std::string::npos) << commands;
  const World changed = after(world, commands, "runner");
  const manifest::admission::Verdict then = ask(GetParam().pod, changed);
  EXPECT_EQ(then.outcome, Outcome::admitted) << commands << "\n" << then.message;
  EXPECT_TRUE(then.scc.constraint != nullptr && then.scc.constraint->name == "rdma");
}

INSTANTIATE_TEST_SUITE_P(Pods, NewConstraint, testing::ValuesIn(rows()));

TEST(NewConstraint, NamesWhatHasToGo) {
  const facts::ClusterEvent event{
      .denials = {{.constraint = "restricted-v2", .path = ".spec.securityContext.hostNetwork", .value = "true", .why = ""},
                  {.constraint = "restricted-v2", .path = ".containers[0].capabilities.add", .value = "IPC_LOCK", .why = ""}}};
  const std::string commands = new_constraint(event);
  EXPECT_NE(commands.find("IPC_LOCK"), std::string::npos) << commands;
  EXPECT_NE(commands.find("does not let through hostNetwork"), std::string::npos) << commands;
}

TEST(NewConstraint, NothingOfATextGetsOutOfTheQuotes) {
  const facts::ClusterEvent event{
      .denials = {
          {.constraint = "restricted-v2", .path = ".containers[0].capabilities.add", .value = "A'; reboot; '", .why = ""}}};
  EXPECT_EQ(new_constraint(event), "");
}

}  // namespace
}  // namespace railhead::check
