#include <gtest/gtest.h>

#include <array>
#include <random>

#include "manifest/validation/validate.h"
#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

using made::Texts;

constexpr int kRounds = 600;
const Texts kNames = {"IPC_LOCK", "SYS_NICE", "CHOWN", "ALL", "KILL", "CAP_SYS_ADMIN"};

/// Worlds and pods in which every field has a say, by one number. The constraints are ones that the server takes.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}

  int below(int most) { return std::uniform_int_distribution<int>(0, most - 1)(engine_); }
  bool once_in(int times) { return below(times) == 0; }

  std::optional<bool> maybe() {
    return std::array<std::optional<bool>, 3>{std::nullopt, true, false}.at(static_cast<std::size_t>(below(3)));
  }

  Texts some(const Texts& from, int once) {
    Texts chosen;
    std::ranges::copy_if(from, std::back_inserter(chosen), [&](const std::string&) { return once_in(once); });
    return chosen;
  }

  static bool holds(const Texts& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

  Constraint constraint(int number) {
    Constraint rule = made::constraint("rule-" + std::to_string(number));
    rule.priority = below(4);
    rule.privileged = once_in(3);
    rule.host_network = once_in(2);
    rule.privilege_escalation = maybe();
    rule.default_privilege_escalation = maybe();
    if (rule.privilege_escalation == false) rule.default_privilege_escalation.reset();
    rule.read_only_root = once_in(4);
    rule.allowed_capabilities = once_in(6) ? Texts{"*"} : some(kNames, 2);
    rule.default_capabilities = some(kNames, 5);
    rule.required_drops = some(kNames, 3);
    std::erase_if(rule.required_drops, [&](const std::string& name) {
      return rule.allowed_capabilities == Texts{"*"} || holds(rule.allowed_capabilities, name) ||
             holds(rule.default_capabilities, name);
    });
    rule.run_as_user.type = static_cast<UserStrategy>(below(4));
    if (rule.run_as_user.type == UserStrategy::must_run_as) rule.run_as_user.uid = below(2) * 2000;
    if (once_in(3)) rule.se_linux.type = Strategy::must_run_as;
    if (once_in(3)) rule.fs_group = {Strategy::must_run_as, {{7, 8}}};
    if (once_in(3)) rule.supplemental_groups.type = Strategy::must_run_as;
    rule.seccomp_profiles = some({"*", "runtime/default", "localhost/x"}, 2);
    if (once_in(5)) rule.user_namespace = UserNamespaceLevel::require_pod;
    if (once_in(2)) rule.users = {"system:serviceaccount:lab:runner"};
    return rule;
  }

  World world() {
    std::vector<Constraint> rules;
    rules.reserve(6);
    for (int number = 0; number < 6; ++number) rules.push_back(constraint(number));
    return made::world(std::move(rules));
  }

  ContainerSecurity security() {
    ContainerSecurity made = {.capabilities = Capabilities{some(kNames, 3), some(kNames, 4)}};
    if (once_in(4)) made.privileged = true;
    if (once_in(3)) made.run_as_user = below(2) * 2000;
    if (once_in(5)) made.run_as_non_root = once_in(2);
    made.privilege_escalation = once_in(2) ? maybe() : std::nullopt;
    if (once_in(5)) made.read_only_root = once_in(2);
    if (once_in(4)) made.seccomp = Profile{once_in(2) ? "RuntimeDefault" : "Unconfined", {}};
    return made;
  }

  Pod pod() {
    Pod made = made::pod();
    made.host_network = once_in(5);
    if (once_in(6)) made.host_users = false;
    if (once_in(4)) made.security = PodSecurity{.supplemental_groups = {{3001}}, .fs_group = 7};
    made.containers[0].security = security();
    if (once_in(3)) made.init_containers.push_back({.name = "stage", .security = security()});
    return made;
  }

 private:
  std::mt19937 engine_;
};

bool is_admitted(const Pod& pod, const World& world) { return made::admitted(pod, world).outcome == Outcome::admitted; }

TEST(SccProperties, RemovingAnAddedCapabilityNeverTurnsAdmittedIntoRefused) {
  int asked = 0;
  for (int round = 0; round < kRounds; ++round) {
    Dice dice(static_cast<unsigned>(round));
    const World world = dice.world();
    const Pod pod = dice.pod();
    if (!is_admitted(pod, world)) continue;
    const std::size_t count = pod.containers[0].security->capabilities->add.size();
    for (std::size_t index = 0; index < count; ++index, ++asked) {
      Pod less = pod;
      std::vector<std::string>& names = less.containers[0].security->capabilities->add;
      names.erase(names.begin() + static_cast<std::ptrdiff_t>(index));
      EXPECT_TRUE(is_admitted(less, world)) << "round " << round << ", capability " << index;
    }
  }
  EXPECT_GT(asked, 100);
}

TEST(SccProperties, AddingAGrantNeverTurnsAdmittedIntoRefused) {
  int asked = 0;
  for (int round = 0; round < kRounds; ++round) {
    Dice dice(static_cast<unsigned>(round));
    const World world = dice.world();
    const Pod pod = dice.pod();
    if (!is_admitted(pod, world)) continue;
    for (std::size_t index = 0; index < world.constraints.size(); ++index, ++asked) {
      World more = world;
      more.constraints[index].groups.emplace_back("system:serviceaccounts:lab");
      EXPECT_TRUE(is_admitted(pod, more)) << "round " << round << ", SCC " << world.constraints[index].name;
    }
  }
  EXPECT_GT(asked, 1000);
}

/// The server tries the chosen constraint again after everything else has changed the pod, and then nothing may be filled in.
TEST(SccProperties, PodThatWasFilledInPassesAgainAndIsNotChanged) {
  int asked = 0;
  for (int round = 0; round < kRounds; ++round) {
    Dice dice(static_cast<unsigned>(round));
    const World world = dice.world();
    Admission first = made::admitted(dice.pod(), world);
    if (first.outcome != Outcome::admitted) continue;
    Pod again = first.pod;
    EXPECT_EQ(made::texts(try_constraint(*first.constraint, again, made::ranges())), Texts{}) << "round " << round;
    EXPECT_TRUE(again == first.pod) << "round " << round;
    ++asked;
  }
  EXPECT_GT(asked, 100);
}

/// What the first constraint filled in must not help or hurt the second.
TEST(SccProperties, EachAttemptSeesThePodAsItWas) {
  for (int round = 0; round < kRounds; ++round) {
    Dice dice(static_cast<unsigned>(round));
    const World world = dice.world();
    const Pod pod = dice.pod();
    const Admission outcome = made::admitted(pod, world);
    for (const Attempt& attempt : outcome.attempts) {
      if (!attempt.asked) continue;
      EXPECT_EQ(made::texts(attempt.refusals), made::refused(*attempt.constraint, pod)) << "round " << round;
    }
  }
}

/// A grant may choose a constraint whose defaults make the pod invalid for the API. Measured with an SCC that allows privileged
/// containers and no escalation (1508-privileged-with-drops--privileged-ipc-lock): SCC admission lets the pod through, the
/// answer is 422.
TEST(SccProperties, GrantMayChooseAConstraintWhoseDefaultsTheApiRefuses) {
  Constraint without = made::granted(made::constraint("without"));
  without.privileged = true;
  Constraint with = without;
  with.name = "with";
  with.priority = 5;
  with.privilege_escalation = false;
  const Pod pod = made::with(ContainerSecurity{.privileged = true});
  EXPECT_TRUE(invalid(made::admitted(pod, made::world({without})).pod).empty());
  const Admission more = made::admitted(pod, made::world({without, with}));
  ASSERT_EQ(more.outcome, Outcome::admitted);
  EXPECT_EQ(more.constraint->name, "with");
  EXPECT_EQ(invalid(more.pod).size(), 1U);
}

/// In the same way a capability less: without SYS_BOOT an SCC that comes earlier takes the pod.
TEST(SccProperties, CapabilityLessMayChooseAConstraintWhoseDefaultsTheApiRefuses) {
  Constraint late = made::granted(made::constraint("late"));
  late.privileged = true;
  late.allowed_capabilities = {"SYS_BOOT"};
  Constraint early = made::granted(made::constraint("early"));
  early.privileged = true;
  early.priority = 5;
  early.privilege_escalation = false;
  Pod pod = made::with(ContainerSecurity{.capabilities = Capabilities{.add = {"SYS_BOOT"}}, .privileged = true});
  EXPECT_TRUE(invalid(made::admitted(pod, made::world({late, early})).pod).empty());
  pod.containers[0].security->capabilities->add.clear();
  const Admission less = made::admitted(pod, made::world({late, early}));
  ASSERT_EQ(less.outcome, Outcome::admitted);
  EXPECT_FALSE(invalid(less.pod).empty());
}

}  // namespace
}  // namespace railhead::manifest::scc
