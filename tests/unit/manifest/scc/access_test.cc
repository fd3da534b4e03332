#include "manifest/scc/access.h"

#include <gtest/gtest.h>

#include <random>

namespace railhead::manifest::scc {
namespace {

const Creator kBatch = {.user = "system:serviceaccount:lab:batch"};

Constraint constraint(std::vector<std::string> users = {}, std::vector<std::string> groups = {}) {
  return {.name = "fabric", .users = std::move(users), .groups = std::move(groups)};
}

PolicyRule use(std::vector<std::string> names) {
  return {.api_groups = {"security.openshift.io"},
          .resources = {"securitycontextconstraints"},
          .resource_names = std::move(names),
          .verbs = {"use"}};
}

Subject account(const std::string& name, const std::string& space = "lab") {
  return {.kind = "ServiceAccount", .name = name, .space = space};
}

Binding binding(Subject subject, const std::string& space = "lab") {
  return {.space = space, .name = "fabric-use", .cluster_role = true, .role = "fabric-use", .subjects = {std::move(subject)}};
}

Binding cluster_binding(Subject subject, const std::string& role = "fabric-use") {
  return {.cluster = true, .name = "all-use", .cluster_role = true, .role = role, .subjects = {std::move(subject)}};
}

World world_of(Binding bound, PolicyRule rule = use({"fabric"})) {
  World world;
  world.roles = {{.cluster = true, .name = "fabric-use", .rules = {std::move(rule)}}};
  world.bindings = {std::move(bound)};
  return world;
}

Access ask(const World& world, const Constraint& asked = constraint(), const Creator& creator = kBatch,
           const std::string& service_account = "batch") {
  return access(asked, world, "lab", service_account, creator);
}

AccessBy by(const World& world, const Constraint& asked = constraint(), const Creator& creator = kBatch) {
  return ask(world, asked, creator).by;
}

TEST(SccAccess, UsersTakeFullNames) {
  EXPECT_EQ(by({}, constraint({"system:serviceaccount:lab:batch"})), AccessBy::service_account);
  EXPECT_EQ(ask({}, constraint({"system:serviceaccount:lab:batch"})).way, "users of the SCC");
  EXPECT_EQ(by({}, constraint({"batch"})), AccessBy::none);
  EXPECT_EQ(by({}, constraint({"system:serviceaccount:desk:batch"})), AccessBy::none);
  EXPECT_EQ(by({}, constraint({"somebody"}), {.user = "somebody"}), AccessBy::user);
}

TEST(SccAccess, GroupsOfServiceAccountsAndOfEveryone) {
  EXPECT_EQ(by({}, constraint({}, {"system:serviceaccounts"})), AccessBy::service_account);
  EXPECT_EQ(by({}, constraint({}, {"system:serviceaccounts:lab"})), AccessBy::service_account);
  EXPECT_EQ(by({}, constraint({}, {"system:serviceaccounts:desk"})), AccessBy::none);
  const Access everyone = ask({}, constraint({}, {"system:authenticated"}));
  EXPECT_EQ(everyone.by, AccessBy::user) << "the pod's account does not have this group, its creator does";
  EXPECT_EQ(everyone.way, "groups of the SCC (system:authenticated)");
  EXPECT_EQ(by({}, constraint({}, {"system:authenticated"}), {.user = "system:anonymous"}), AccessBy::none);
  EXPECT_EQ(by({}, constraint({}, {"system:unauthenticated"}), {.user = "system:anonymous"}), AccessBy::user);
  EXPECT_EQ(by({}, constraint({}, {"physics"}), {.user = "somebody", .groups = {"physics"}}), AccessBy::user);
}

TEST(SccAccess, ACreatorThatIsAServiceAccountHasItsGroups) {
  const Creator elsewhere = {.user = "system:serviceaccount:desk:starter"};
  EXPECT_EQ(by({}, constraint({}, {"system:serviceaccounts:desk"}), elsewhere), AccessBy::user);
  EXPECT_EQ(groups_of(elsewhere),
            (std::vector<std::string>{"system:serviceaccounts", "system:serviceaccounts:desk", "system:authenticated"}));
  EXPECT_EQ(groups_of({.user = "system:serviceaccount:desk:"}), (std::vector<std::string>{"system:authenticated"}));
  EXPECT_EQ(groups_of({.user = "system:serviceaccount:a:b:c"}), (std::vector<std::string>{"system:authenticated"}));
}

TEST(SccAccess, NobodyHasNothing) {
  EXPECT_EQ(access(constraint({""}, {"system:authenticated"}), {}, "lab", "", {}).by, AccessBy::none);
  EXPECT_EQ(by({}, constraint({}, {"system:authenticated"}), {}), AccessBy::none) << "a creator without a user";
}

TEST(SccAccess, RbacInAllItsWays) {
  EXPECT_EQ(by(world_of(binding(account("batch")))), AccessBy::service_account);
  EXPECT_EQ(by(world_of(binding(account("batch", "")))), AccessBy::service_account) << "the namespace of the binding";
  EXPECT_EQ(by(world_of(cluster_binding(account("batch")))), AccessBy::service_account);
  EXPECT_EQ(by(world_of(cluster_binding(account("batch", "")))), AccessBy::none) << "no namespace at all";
  EXPECT_EQ(by(world_of(binding(account("batch"), "desk"))), AccessBy::none) << "a binding in another namespace";
  EXPECT_EQ(by(world_of(binding({.kind = "Group", .name = "system:serviceaccounts:lab"}))), AccessBy::service_account);
  EXPECT_EQ(by(world_of(binding({.kind = "Group", .name = "system:authenticated"}))), AccessBy::user);
  EXPECT_EQ(by(world_of(binding({.kind = "User", .name = "system:serviceaccount:lab:batch"}))), AccessBy::service_account);
  EXPECT_EQ(by(world_of(binding({.kind = "User", .name = "batch"}))), AccessBy::none);
  EXPECT_EQ(by(world_of(binding({.kind = "Robot", .name = "batch"}))), AccessBy::none);
  EXPECT_EQ(ask(world_of(binding(account("batch")))).way, "RoleBinding fabric-use");
}

TEST(SccAccess, RulesMustNameVerbGroupAndResource) {
  const auto with = [](auto change) {
    PolicyRule rule = use({"fabric"});
    change(rule);
    return by(world_of(binding(account("batch")), rule));
  };
  EXPECT_EQ(with([](PolicyRule& rule) { rule.verbs = {"*"}; }), AccessBy::service_account);
  EXPECT_EQ(with([](PolicyRule& rule) { rule.verbs = {"get", "list"}; }), AccessBy::none);
  EXPECT_EQ(with([](PolicyRule& rule) { rule.verbs = {"Use"}; }), AccessBy::none);
  EXPECT_EQ(with([](PolicyRule& rule) { rule.api_groups = {"*"}; }), AccessBy::service_account);
  EXPECT_EQ(with([](PolicyRule& rule) { rule.api_groups = {""}; }), AccessBy::none);
  EXPECT_EQ(with([](PolicyRule& rule) { rule.resources = {"*"}; }), AccessBy::service_account);
  EXPECT_EQ(with([](PolicyRule& rule) { rule.resources = {"pods"}; }), AccessBy::none);
  EXPECT_EQ(with([](PolicyRule& rule) { rule.resources = {}; }), AccessBy::none);
  EXPECT_EQ(with([](PolicyRule& rule) { rule.resource_names = {}; }), AccessBy::service_account);
  EXPECT_EQ(with([](PolicyRule& rule) { rule.resource_names = {"*"}; }), AccessBy::none) << "no pattern, a name";
  EXPECT_EQ(with([](PolicyRule& rule) { rule.resource_names = {"other"}; }), AccessBy::none);
}

TEST(SccAccess, RolesAndClusterRolesAreNotMixedUp) {
  World world = world_of(binding(account("batch")));
  world.bindings[0].cluster_role = false;
  EXPECT_EQ(by(world), AccessBy::none) << "a Role of this name is not there";
  EXPECT_EQ(ask(world).unsure, "Role fabric-use, which RoleBinding fabric-use binds, is not among the objects");
  world.roles.push_back({.space = "desk", .name = "fabric-use", .rules = {use({"fabric"})}});
  EXPECT_EQ(by(world), AccessBy::none) << "the one of another namespace";
  world.roles.push_back({.space = "lab", .name = "fabric-use", .rules = {use({"fabric"})}});
  EXPECT_EQ(by(world), AccessBy::service_account);
}

TEST(SccAccess, RolesThatEveryClusterHasAreKnown) {
  World world;
  world.bindings = {cluster_binding(account("batch"), "cluster-admin")};
  EXPECT_EQ(by(world), AccessBy::service_account);
  world.bindings = {cluster_binding(account("batch"), "system:openshift:scc:fabric")};
  EXPECT_EQ(by(world), AccessBy::service_account);
  EXPECT_EQ(ask(world, {.name = "privileged"}).by, AccessBy::none);
  EXPECT_EQ(ask(world, {.name = "privileged"}).unsure, "");
  world.bindings = {cluster_binding(account("batch"), "system:image-puller")};
  EXPECT_EQ(ask(world).unsure, "");
  EXPECT_EQ(by(world), AccessBy::none);
}

TEST(SccAccess, ARoleThatIsNotKnownMakesUnsure) {
  World world;
  world.bindings = {cluster_binding(account("batch"), "edit")};
  const Access edit = ask(world);
  EXPECT_EQ(edit.by, AccessBy::none);
  EXPECT_EQ(edit.unsure, "ClusterRole edit, which ClusterRoleBinding all-use binds, is not among the objects");
  EXPECT_EQ(ask(world, constraint({"system:serviceaccount:lab:batch"})).unsure, "") << "access is known all the same";
  EXPECT_NE(ask(world, constraint(), {.user = "somebody"}).unsure, "") << "it is bound to the pod's account";
  EXPECT_EQ(ask(world, constraint(), {.user = "somebody"}, "other").unsure, "") << "it is bound to somebody else";
  world = world_of(cluster_binding(account("batch")), use({"other"}));
  world.roles[0].aggregated = true;
  EXPECT_EQ(ask(world).unsure, "") << "a cluster's dump has the rules in it";
  world.roles[0].rules.clear();
  EXPECT_EQ(ask(world).unsure,
            "ClusterRole fabric-use, which ClusterRoleBinding all-use binds, has an aggregationRule: the server puts its rules "
            "together");
}

TEST(SccAccess, MastersMayDoEverything) {
  const Access access = ask({}, constraint(), {.user = "root", .groups = {"system:masters"}});
  EXPECT_EQ(access.by, AccessBy::user);
  EXPECT_EQ(access.way, "group system:masters, which may do everything");
}

TEST(SccAccess, ThePodsAccountComesFirst) {
  const Constraint both = constraint({"system:serviceaccount:lab:batch", "somebody"});
  EXPECT_EQ(by({}, both, {.user = "somebody"}), AccessBy::service_account);
}

/// A world of few names, so that much in it meets.
struct Draw {
  std::mt19937 random;
  unsigned pick(unsigned count) { return static_cast<unsigned>(random() % count); }
  std::string name() { return std::vector<std::string>{"fabric", "plain", "batch"}[pick(3)]; }
  std::string space() { return pick(3) == 0 ? "desk" : "lab"; }
  Subject subject() {
    if (pick(3) == 0) return account(name(), space());
    if (pick(2) == 0) return {.kind = "User", .name = "somebody"};
    return {.kind = "Group", .name = pick(2) == 0 ? "system:authenticated" : "system:serviceaccounts:" + space()};
  }
  Binding one_binding() {
    Binding made = pick(2) == 0 ? binding(subject(), space()) : cluster_binding(subject());
    made.role = pick(4) == 0 ? "unheard-of" : name();
    made.cluster_role = made.cluster || pick(2) == 0;
    return made;
  }
  Role role() {
    PolicyRule rule = use(pick(4) == 0 ? std::vector<std::string>() : std::vector<std::string>{name()});
    if (pick(4) == 0) rule.verbs = {"get"};
    const bool cluster = pick(2) == 0;
    return {.cluster = cluster, .space = cluster ? "" : space(), .name = name(), .rules = {rule}};
  }
};

TEST(SccAccess, AGrantNeverTakesAccessAway) {
  Draw draw{.random = std::mt19937(4711)};
  for (int round = 0; round < 3000; ++round) {
    World world;
    for (unsigned i = draw.pick(4); i > 0; --i) world.bindings.push_back(draw.one_binding());
    for (unsigned i = draw.pick(4); i > 0; --i) {
      const Role made = draw.role();
      std::erase_if(world.roles, [&](const Role& one) {
        return one.cluster == made.cluster && one.space == made.space && one.name == made.name;
      });
      world.roles.push_back(made);
    }
    Constraint asked = constraint();
    const Creator creator = {.user = draw.pick(2) == 0 ? "somebody" : "system:serviceaccount:desk:plain"};
    const Access less = ask(world, asked, creator);
    switch (draw.pick(4)) {
      case 0: asked.users.emplace_back(draw.pick(2) == 0 ? "somebody" : "system:serviceaccount:lab:batch"); break;
      case 1: asked.groups.emplace_back("system:authenticated"); break;
      case 2: world.bindings.insert(world.bindings.begin(), draw.one_binding()); break;
      default:
        if (!world.roles.empty()) world.roles[0].rules.push_back(use({draw.name()}));
    }
    const Access more = ask(world, asked, creator);
    ASSERT_TRUE(less.by == AccessBy::none || more.by != AccessBy::none) << round;
    ASSERT_TRUE(less.by != AccessBy::service_account || more.by == AccessBy::service_account) << round;
  }
}

TEST(SccAccess, ManyBindingsAreWalkedOnce) {
  World world;
  for (int i = 0; i < 60000; ++i) {
    const std::string name = "role-" + std::to_string(i);
    world.roles.push_back({.cluster = true, .name = name, .rules = {use({"scc-" + std::to_string(i)})}});
    world.bindings.push_back(cluster_binding(account("batch"), name));
  }
  const Askers both = askers(world, "lab", "batch", kBatch);
  int found = 0;
  for (int i = 0; i < 60000; ++i)
    if (access({.name = "scc-" + std::to_string(i)}, both).by == AccessBy::service_account) ++found;
  EXPECT_EQ(found, 60000);
}

}  // namespace
}  // namespace railhead::manifest::scc
