#include "memlock/model.h"

#include <gtest/gtest.h>

#include "tests/support/pinner.h"

namespace railhead::memlock {
namespace {

using facts::Missing;
using facts::Why;
using test::held;
using test::kLock;
using test::kLow;
using test::kMiddle;
using test::kResource;
using test::process;
using test::Setting;

constexpr std::uint64_t kBoth = kLock | kResource;

Allowance bytes(std::uint64_t value) { return {base::Bytes{value}}; }
const Allowance kNoLimit = {};

/// A row of what was measured: the process, what it could pin, whether it could raise the hard limit.
struct Row {
  const char* name;
  Setting setting;
  Allowance pins;
  bool raises;
  Reach ipc_lock;
  Allowance attainable;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

const Row kRows[] = {
    {"root with all capabilities", {.uid = 0, .sets = held(kBoth)}, kNoLimit, true, Reach::effective, kNoLimit},
    {"root without IPC_LOCK", {.uid = 0, .sets = held(kResource)}, bytes(kLow), true, Reach::out_of_reach, kNoLimit},
    {"root without SYS_RESOURCE", {.uid = 0, .sets = held(kLock)}, kNoLimit, false, Reach::effective, kNoLimit},
    {"root without both", {.uid = 0}, bytes(kLow), false, Reach::out_of_reach, bytes(kLow)},
    {"non-root, both in the bounding set only", {.sets = {.bounding = kBoth}}, bytes(kLow), false, Reach::bounded, bytes(kLow)},
    {"non-root, ambient IPC_LOCK",
     {.sets = {.effective = kLock, .permitted = kLock, .inheritable = kLock, .bounding = kLock, .ambient = kLock}},
     kNoLimit,
     false,
     Reach::effective,
     kNoLimit},
    {"non-root, ambient SYS_RESOURCE",
     {.sets = {.effective = kResource, .permitted = kResource, .bounding = kResource, .ambient = kResource}},
     bytes(kLow),
     true,
     Reach::out_of_reach,
     kNoLimit},
    {"non-root, file with cap_ipc_lock+ep", {.sets = held(kLock)}, kNoLimit, false, Reach::effective, kNoLimit},
    {"non-root, file with cap_ipc_lock+p",
     {.sets = {.permitted = kLock, .bounding = kLock}},
     bytes(kLow),
     false,
     Reach::permitted,
     kNoLimit},
    {"non-root, child of a launcher that made IPC_LOCK ambient",
     {.sets = {.effective = kLock, .permitted = kLock, .inheritable = kLock, .bounding = kLock, .ambient = kLock}},
     kNoLimit,
     false,
     Reach::effective,
     kNoLimit},
    {"non-root, the launcher without IPC_LOCK in the bounding set",
     {.sets = {.bounding = kResource}},
     bytes(kLow),
     false,
     Reach::out_of_reach,
     bytes(kLow)},
    {"non-root, no_new_privs, file with cap_ipc_lock+ep",
     {.sets = {.bounding = kLock}, .no_new_privs = true},
     bytes(kLow),
     false,
     Reach::withheld,
     bytes(kLow)},
    {"root of a user namespace",
     {.uid = 0, .sets = held(kBoth), .initial = false},
     bytes(kLow),
     false,
     Reach::inert,
     bytes(kLow)},
    {"soft 8 MiB, hard 64 MiB", {.hard = kMiddle}, bytes(kLow), false, Reach::out_of_reach, bytes(kMiddle)},
    {"soft raised to hard 64 MiB",
     {.soft = kMiddle, .hard = kMiddle},
     bytes(kMiddle),
     false,
     Reach::out_of_reach,
     bytes(kMiddle)},
    {"unlimited by root, then uid dropped",
     {.soft = std::nullopt, .hard = std::nullopt},
     kNoLimit,
     false,
     Reach::out_of_reach,
     kNoLimit},
};

class Measured : public testing::TestWithParam<Row> {};

TEST_P(Measured, IsPredicted) {
  const Row& row = GetParam();
  const Model result = model(process(row.setting), {});
  ASSERT_TRUE(result.predicted);
  EXPECT_EQ(*result.predicted, row.pins);
  EXPECT_EQ(result.can_raise_hard, row.raises);
  EXPECT_EQ(result.ipc_lock, row.ipc_lock);
  ASSERT_TRUE(result.attainable);
  EXPECT_EQ(*result.attainable, row.attainable);
  EXPECT_FALSE(result.why.empty());
}

INSTANTIATE_TEST_SUITE_P(Model, Measured, testing::ValuesIn(kRows));

TEST(Model, RaisesSoftToHardOnlyWhereThereIsRoom) {
  EXPECT_EQ(model(process({.hard = kMiddle}), {}).can_raise_soft, true);
  EXPECT_EQ(model(process({.hard = std::nullopt}), {}).can_raise_soft, true);
  EXPECT_EQ(model(process({}), {}).can_raise_soft, false);
  EXPECT_EQ(model(process({.soft = std::nullopt, .hard = std::nullopt}), {}).can_raise_soft, false);
}

TEST(Model, WithoutFactsPredictsNothing) {
  const Model result = model({}, {});
  EXPECT_FALSE(result.predicted);
  EXPECT_FALSE(result.attainable);
  EXPECT_FALSE(result.can_raise_hard);
  EXPECT_FALSE(result.can_raise_soft);
  EXPECT_EQ(result.ipc_lock, Reach::unknown);
  EXPECT_EQ(
      result.why,
      "what this process can pin is not known: capabilities: not asked; user namespace: not asked; memlock limit: not asked");
}

TEST(Model, UnknownUserNamespaceLeavesACapabilityUndecided) {
  facts::Process facts = process({.uid = 0, .sets = held(kLock)});
  facts.initial_user_namespace = {Missing{Why::denied, "EACCES"}, "uid_map"};
  EXPECT_FALSE(model(facts, {}).predicted);
  EXPECT_EQ(model(facts, {}).why, "what this process can pin is not known: user namespace: not readable (EACCES)");
}

TEST(Model, UnknownUserNamespaceDoesNotMatterWhereTheLimitDecides) {
  facts::Process unlimited = process({.uid = 0, .sets = held(kLock), .soft = std::nullopt, .hard = std::nullopt});
  unlimited.initial_user_namespace = {};
  EXPECT_EQ(model(unlimited, {}).predicted, kNoLimit);
  facts::Process plain = process({.sets = {.bounding = kLock}});
  plain.initial_user_namespace = {};
  EXPECT_EQ(model(plain, {}).predicted, bytes(kLow));
}

TEST(Model, UnknownCapabilitiesLeaveALowLimitUndecided) {
  facts::Process facts = process({});
  facts.capabilities = {};
  EXPECT_FALSE(model(facts, {}).predicted);
  facts.memlock = {facts::Limit{}, "limits"};
  EXPECT_EQ(model(facts, {}).predicted, kNoLimit);
}

TEST(Model, UnknownLimitDoesNotMatterUnderAnEffectiveCapability) {
  facts::Process facts = process({.uid = 0, .sets = held(kLock)});
  facts.memlock = {};
  const Model result = model(facts, {});
  EXPECT_EQ(result.predicted, kNoLimit);
  EXPECT_EQ(result.why, "CAP_IPC_LOCK is effective");
}

TEST(Model, CarriesTheControlGroup) {
  facts::Memory memory;
  EXPECT_FALSE(model(process({}), memory).group);
  memory.cgroup = {facts::CgroupMemory{.path = "/", .limit = base::gibibytes(4), .used = {}}, "memory.max"};
  EXPECT_EQ(model(process({}), memory).group, Allowance{base::gibibytes(4)});
}

TEST(Text, NamesExactAmounts) {
  EXPECT_EQ(text(kNoLimit), "no limit");
  EXPECT_EQ(text(bytes(kLow)), "8 MiB");
}

}  // namespace
}  // namespace railhead::memlock
