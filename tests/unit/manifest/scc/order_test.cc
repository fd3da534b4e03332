#include "manifest/scc/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "tests/unit/manifest/scc/measured.h"

namespace railhead::manifest::scc {
namespace {

Constraint plain(const std::string& name) {
  Constraint constraint{.name = name, .volumes = {"configMap"}};
  constraint.run_as_user.type = UserStrategy::must_run_as_range;
  constraint.se_linux.type = Strategy::must_run_as;
  return constraint;
}

std::vector<std::string> many(std::string_view letter, int count) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) names.push_back(base::format("{}{}", letter, i));
  return names;
}

std::vector<std::string> names_in_order(const std::vector<Constraint>& constraints) {
  std::vector<std::string> names;
  for (const Constraint* constraint : ordered(constraints)) names.push_back(constraint->name);
  return names;
}

std::vector<std::string> listed(const Value& list) {
  std::vector<std::string> names;
  for (const Value& item : list.items()) names.push_back(item.text().value_or(""));
  return names;
}

/// Those of OpenShift itself, as far as a list names them.
std::vector<Constraint> stock_of(const std::vector<std::string>& names) {
  World world;
  EXPECT_TRUE(add_stock(world, ""));
  std::erase_if(world.constraints, [&](const Constraint& one) { return std::ranges::find(names, one.name) == names.end(); });
  return world.constraints;
}

/// The made-up SCCs of a measured list, by their names, together with OpenShift's own.
template <class Make>
void expect_order(const char* file, Make make) {
  if (!has_measured()) GTEST_SKIP() << "the measured orders lie outside the repository: RAILHEAD_TESTDATA is not set";
  const Document document = measured(file);
  const std::vector<std::string> wanted = listed(Value(document)["order"]);
  ASSERT_FALSE(wanted.empty()) << "the folder of RAILHEAD_TESTDATA has no such orders";
  std::vector<Constraint> constraints = stock_of(wanted);
  std::set<std::string> stock;
  for (const Constraint& one : constraints) stock.insert(one.name);
  for (const std::string& name : wanted)
    if (!stock.contains(name)) constraints.push_back(make(name));
  std::mt19937 random(7);
  std::ranges::shuffle(constraints, random);
  EXPECT_EQ(names_in_order(constraints), wanted);
}

TEST(SccOrder, MeasuredSingleChanges) {
  const Document document = measured("order-singles.yaml");
  expect_order("order-singles.yaml", [&](const std::string& name) {
    const Value change = Value(document)["changes"][name.substr(2)];
    std::string text =
        "{apiVersion: security.openshift.io/v1, kind: SecurityContextConstraints, metadata: {name: " + name + "}";
    const std::vector<std::pair<std::string, std::string>> base = {
        {"allowPrivilegeEscalation", "false"},   {"seLinuxContext", "{type: MustRunAs}"},     {"fsGroup", "{type: MustRunAs}"},
        {"runAsUser", "{type: MustRunAsRange}"}, {"supplementalGroups", "{type: MustRunAs}"}, {"volumes", "[configMap]"}};
    for (const auto& [key, value] : base)
      if (!change[key]) text += base::format(", {}: {}", key, value);
    for (const auto& [key, value] : change.members()) text += base::format(", {}: {}", *key.text(), as_json(value));
    const Parsed parsed = parse_yaml(text + "}");
    EXPECT_TRUE(parsed.errors.empty()) << text;
    const auto read = constraint_of(Value(parsed.documents.at(0)), Origin{.file = "made-up.yaml"});
    EXPECT_TRUE(read) << name << ": " << (read ? "" : read.error().message);
    return read ? *read : plain(name);
  });
}

TEST(SccOrder, MeasuredSubsets) {
  expect_order("order-subsets.yaml", [](const std::string& name) {
    Constraint made = plain(name);
    const char user = name.at(2);
    made.run_as_user.type = user == 'f'   ? UserStrategy::must_run_as
                            : user == 'r' ? UserStrategy::must_run_as_range
                            : user == 'n' ? UserStrategy::must_run_as_non_root
                                          : UserStrategy::run_as_any;
    for (const char letter : name.size() > 4 ? name.substr(4) : std::string()) {
      if (letter == 's') made.se_linux.type = Strategy::run_as_any;
      if (letter == 'v') made.volumes.emplace_back("nfs");
      if (letter == 'd') made.volumes.emplace_back("hostPath");
      if (letter == 'n') made.host_network = true;
      if (letter == 'o') made.host_ports = true;
      if (letter == 'p') made.privileged = true;
    }
    return made;
  });
}

TEST(SccOrder, MeasuredCapabilities) {
  expect_order("order-capabilities.yaml", [](const std::string& name) {
    Constraint made = plain(name);
    const std::string kind = name.substr(2);
    if (kind == "fixed") made.run_as_user.type = UserStrategy::must_run_as;
    if (kind == "nonroot") made.run_as_user.type = UserStrategy::must_run_as_non_root;
    if (kind == "dropall") made.required_drops = {"ALL"};
    if (kind.starts_with("star")) made.allowed_capabilities = {"*"};
    if (kind == "starandone") made.allowed_capabilities.emplace_back("A0");
    if (kind == "staradd1") made.default_capabilities = {"A0"};
    const auto number = base::unsigned_number(kind.substr(1));
    if (!number) return made;
    const std::vector<std::string> names = many("A", static_cast<int>(*number));
    if (kind[0] == 'n' || kind[0] == 'x') made.allowed_capabilities = names;
    if (kind[0] == 'd' || kind[0] == 'y') made.required_drops = names;
    if (kind[0] == 'e') made.default_capabilities = names;
    if (kind[0] == 'x') made.required_drops = {"ALL"};
    return made;
  });
}

TEST(SccOrder, MeasuredExtremes) {
  expect_order("order-extremes.yaml", [](const std::string& name) {
    Constraint made = plain(name);
    const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
    const bool full = has("full");
    if (has("-fixed-")) made.run_as_user.type = UserStrategy::must_run_as;
    if (has("nonroot")) made.run_as_user.type = UserStrategy::must_run_as_non_root;
    if (has("uid-any") || has("any-any") || has("any-se") || full) made.run_as_user.type = UserStrategy::run_as_any;
    if (has("se-any") || has("any-se") || full) made.se_linux.type = Strategy::run_as_any;
    if (has("vol") || full) made.volumes.emplace_back("nfs");
    if (has("-dir-") || full) made.volumes.emplace_back("hostPath");
    made.host_network = has("-net-") || (has("-ports-") && full);
    made.host_ports = has("-ports-");
    made.privileged = has("-priv-");
    if (name.ends_with("-lo")) made.required_drops = many("D", 200);
    if (name.ends_with("-hi")) made.allowed_capabilities = many("A", 600);
    return made;
  });
}

Constraint random_constraint(std::mt19937& random, int number) {
  const auto pick = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
  const std::vector<std::vector<std::string>> volumes = {{},    {"none"},    {"secret"}, {"nfs"}, {"csi", "secret"},
                                                         {"*"}, {"hostPath"}};
  const std::vector<std::vector<std::string>> allowed = {{}, {"IPC_LOCK"}, {"*"}, {"ALL"}, {"all"}, many("C", 600)};
  const std::vector<std::vector<std::string>> drops = {{}, {"KILL"}, {"ALL"}, many("D", 7), many("D", 200)};
  Constraint made{.name = "c" + std::to_string(number)};
  made.priority = pick(4) == 0 ? pick(3) * 1000000000 : 0;
  made.privileged = pick(6) == 0;
  made.host_ports = pick(3) == 0;
  made.host_network = pick(3) == 0;
  made.host_pid = pick(2) == 0;
  made.volumes = volumes[static_cast<std::size_t>(pick(7))];
  made.allowed_capabilities = allowed[static_cast<std::size_t>(pick(6))];
  made.default_capabilities = many("E", pick(3));
  made.required_drops = drops[static_cast<std::size_t>(pick(5))];
  made.run_as_user.type = static_cast<UserStrategy>(pick(4));
  made.se_linux.type = static_cast<Strategy>(pick(2));
  return made;
}

std::vector<Constraint> random_constraints(std::mt19937& random, int count) {
  std::vector<Constraint> made;
  made.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) made.push_back(random_constraint(random, i));
  return made;
}

TEST(SccOrder, IsTotalOverAllPairsAndTriples) {
  std::mt19937 random(20260828);
  const std::vector<Constraint> some = random_constraints(random, 40);
  for (const Constraint& a : some)
    for (const Constraint& b : some) {
      EXPECT_EQ(before(a, b) + before(b, a), a.name == b.name ? 0 : 1) << a.name << " " << b.name;
      if (!before(a, b)) continue;
      for (const Constraint& c : some) EXPECT_TRUE(!before(b, c) || before(a, c)) << a.name << " " << b.name << " " << c.name;
    }
}

TEST(SccOrder, DoesNotDependOnWhereAConstraintStands) {
  std::mt19937 random(11);
  std::vector<Constraint> some = random_constraints(random, 150);
  const std::vector<std::string> wanted = names_in_order(some);
  for (int round = 0; round < 20; ++round) {
    std::ranges::shuffle(some, random);
    ASSERT_EQ(names_in_order(some), wanted);
  }
  for (std::size_t i = 1; i < some.size(); ++i) {
    const auto in_order = ordered(some);
    EXPECT_TRUE(before(*in_order[i - 1], *in_order[i]));
    if (i > 20) break;
  }
}

TEST(SccOrder, EqualNamesStayAsTheyStand) {
  std::vector<Constraint> twice = {plain("same"), plain("same")};
  twice[0].source = "first";
  twice[1].source = "second";
  EXPECT_EQ(ordered(twice).front()->source, "first");
}

TEST(SccOrder, ReasonNamesWhatDecides) {
  Constraint first = plain("a");
  Constraint second = plain("b");
  EXPECT_EQ(reason(first, second), "its name comes first, and all that counts is equal");
  second.allowed_capabilities = {"IPC_LOCK"};
  EXPECT_EQ(reason(first, second), "it gives fewer capabilities");
  second.run_as_user.type = UserStrategy::run_as_any;
  EXPECT_EQ(reason(first, second), "its rules about runAsUser and seLinuxContext are stricter");
  second.volumes = {"nfs"};
  EXPECT_EQ(reason(first, second), "it forbids volumes beyond those with the pod's own data");
  second.volumes = {"hostPath"};
  EXPECT_EQ(reason(first, second), "it forbids host directories");
  second.host_network = true;
  EXPECT_EQ(reason(first, second), "it forbids the host's network");
  second.host_ports = true;
  EXPECT_EQ(reason(first, second), "it forbids host ports");
  second.privileged = true;
  EXPECT_EQ(reason(first, second), "it forbids privileged containers");
  first.priority = 10;
  EXPECT_EQ(reason(first, second), "its priority is higher (10, not 0)");
}

}  // namespace
}  // namespace railhead::manifest::scc
