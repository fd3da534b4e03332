#include "launch/ladder.h"

#include <gtest/gtest.h>

#include "tests/support/pinner.h"

namespace railhead::launch {
namespace {

using facts::Capability;
using test::bit;
using test::kLock;
using test::kLow;
using test::kMiddle;
using test::kResource;
using test::process;
using test::Setting;

constexpr std::uint64_t kIds = bit(Capability::setuid) | bit(Capability::setgid);
constexpr std::uint64_t kPcap = bit(Capability::setpcap);

const Identity kUser{.uid = 1000, .gid = 1000, .groups = {1000}};

/// What is expected of one situation; the words stand for the steps: "raise", "soft", "drop", "bounding", "user", "ambient".
struct Row {
  const char* name;
  Setting setting;
  Wishes wishes;
  std::string steps;
  std::optional<std::uint64_t> pins;  // nothing: no limit
  std::uint64_t effective;            // of the program
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string words(const Steps& steps) {
  std::string text;
  const auto add = [&text](bool taken, const char* word) {
    if (taken) text += (text.empty() ? "" : " ") + std::string(word);
  };
  add(steps.limit && steps.use_sys_resource, "raise");
  add(steps.limit && !steps.use_sys_resource, "soft");
  add(steps.drop_sys_resource, "drop");
  add(steps.drop_from_bounding, "bounding");
  add(steps.user.has_value(), "user");
  add(steps.ambient_ipc_lock, "ambient");
  return text;
}

const Row kRows[] = {
    {"root with both has nothing to do", {.uid = 0, .sets = test::held(kLock | kResource)}, {}, "", {}, kLock | kResource},
    {"root with IPC_LOCK keeps its low limit, which does not count", {.uid = 0, .sets = test::held(kLock)}, {}, "", {}, kLock},
    {"root with SYS_RESOURCE raises, and drops it for good",
     {.uid = 0, .sets = test::held(kResource | kPcap)},
     {},
     "raise drop bounding",
     {},
     kPcap},
    {"root without SETPCAP cannot drop it", {.uid = 0, .sets = test::held(kResource)}, {}, "raise drop", {}, kResource},
    {"under no_new_privs dropping it from permitted is enough",
     {.uid = 0, .sets = test::held(kResource), .no_new_privs = true},
     {},
     "raise drop",
     {},
     0},
    {"root without both can do nothing", {.uid = 0}, {}, "", kLow, 0},
    {"a user with both only in the bounding set can do nothing", {.sets = {.bounding = kLock | kResource}}, {}, "", kLow, 0},
    {"an ambient IPC_LOCK is had by the program too",
     {.sets = {.effective = kLock, .permitted = kLock, .inheritable = kLock, .bounding = kLock, .ambient = kLock}},
     {},
     "",
     {},
     kLock},
    {"an ambient SYS_RESOURCE raises and is dropped",
     {.sets = {.effective = kResource,
               .permitted = kResource,
               .inheritable = kResource,
               .bounding = kResource,
               .ambient = kResource}},
     {},
     "raise drop",
     {},
     0},
    {"file capabilities with both: the limit, and no capability for the program",
     {.sets = {.permitted = kLock | kResource, .bounding = kLock | kResource}},
     {},
     "raise drop",
     {},
     0},
    {"file capabilities with IPC_LOCK alone: ambient",
     {.sets = {.permitted = kLock, .bounding = kLock}},
     {},
     "ambient",
     {},
     kLock},
    {"root of a user namespace: shown, and inert",
     {.uid = 0, .sets = test::held(kLock | kResource), .initial = false},
     {},
     "",
     kLow,
     kLock | kResource},
    {"soft to hard where there is no more", {.soft = kLow, .hard = kMiddle}, {}, "soft", kMiddle, 0},
    {"an unlimited hard limit needs no capability",
     {.sets = {.permitted = kResource, .bounding = kResource}, .hard = std::nullopt},
     {},
     "soft",
     {},
     0},
    {"a finite size within the hard limit sets just that",
     {.soft = kLow, .hard = kMiddle},
     {.memlock = {base::mebibytes(32)}},
     "soft",
     std::uint64_t{32} << 20,
     0},
    {"a finite size that is there already", {}, {.memlock = {base::mebibytes(4)}}, "", kLow, 0},
    {"root becomes a user: the limit is raised first and stays",
     {.uid = 0, .sets = test::held(kLock | kResource | kIds)},
     {.user = kUser},
     "raise drop user",
     {},
     0},
    {"root with IPC_LOCK alone becomes a user: ambient",
     {.uid = 0, .sets = test::held(kLock | kIds)},
     {.user = kUser},
     "user ambient",
     {},
     kLock},
    {"the capability is kept beside the limit where asked",
     {.uid = 0, .sets = test::held(kLock | kResource | kIds)},
     {.user = kUser, .keep_ipc_lock = true},
     "raise drop user ambient",
     {},
     kLock},
    {"--memlock keep climbs nothing", {.uid = 0, .sets = test::held(kResource)}, {.keep_limit = true}, "", kLow, kResource},
    {"--drop-caps drops without a need",
     {.uid = 0, .sets = test::held(kLock | kResource | kPcap)},
     {.drop_caps = true},
     "drop bounding",
     {},
     kLock | kPcap},
    {"--no-drop-caps keeps it",
     {.uid = 0, .sets = test::held(kResource | kPcap)},
     {.drop_caps = false},
     "raise",
     {},
     kResource | kPcap},
};

class LadderRows : public ::testing::TestWithParam<Row> {};

TEST_P(LadderRows, TakesTheStepsAndPromisesWhatTheyGive) {
  const Row& row = GetParam();
  const base::Result<Ladder> ladder = climb(process(row.setting), {}, row.wishes);
  ASSERT_TRUE(ladder) << ladder.error().message;
  EXPECT_EQ(words(ladder->steps), row.steps);
  ASSERT_TRUE(ladder->model.predicted);
  const auto pins = ladder->model.predicted->limit;
  EXPECT_EQ(pins ? std::optional(pins->value) : std::nullopt, row.pins);
  EXPECT_EQ(ladder->program.capabilities->effective, row.effective);
}

INSTANTIATE_TEST_SUITE_P(Rows, LadderRows, ::testing::ValuesIn(kRows));

TEST(Ladder, AUserThatCannotBecomeAnotherIsToldWhy) {
  const base::Result<Ladder> ladder = climb(process({.uid = 1001}), {}, {.user = kUser});
  ASSERT_FALSE(ladder);
  EXPECT_EQ(ladder.error().code, base::Code::denied);
  EXPECT_EQ(ladder.error().message, "cannot become uid 1000: that takes CAP_SETUID and CAP_SETGID");
}

TEST(Ladder, DropCapsThatCannotBeDoneIsAnError) {
  const base::Result<Ladder> ladder = climb(process({.uid = 0, .sets = test::held(kResource)}), {}, {.drop_caps = true});
  ASSERT_FALSE(ladder);
  EXPECT_EQ(ladder.error().message, "--drop-caps: the program would keep CAP_SYS_RESOURCE");
}

TEST(Ladder, WhatIsNotKnownIsNotPromised) {
  const base::Result<Ladder> ladder = climb(facts::Process{}, {}, {});
  ASSERT_TRUE(ladder);
  EXPECT_TRUE(ladder->steps.none());
  EXPECT_EQ(ladder->reached, std::nullopt);
}

TEST(Ladder, SaysWhatFallsShort) {
  const base::Result<Ladder> ladder = climb(process({}), {}, {});
  ASSERT_EQ(ladder->notes.size(), 1U);
  EXPECT_EQ(
      ladder->notes[0],
      "the program can pin 8 MiB and not without limit, as asked: the soft memlock limit is 8 MiB and CAP_IPC_LOCK is not "
      "effective");
}

TEST(Ladder, TheStepsAreSaidInWords) {
  const facts::Process root = process({.uid = 0, .sets = test::held(kLock | kResource | kIds)});
  const base::Result<Ladder> ladder = climb(root, {}, {.user = kUser, .keep_ipc_lock = true});
  EXPECT_EQ(described(ladder->steps, root),
            (std::vector<std::string>{"raise the memlock limit from 8 MiB to no limit (with CAP_SYS_RESOURCE)",
                                      "drop CAP_SYS_RESOURCE", "become uid 1000, gid 1000",
                                      "make CAP_IPC_LOCK ambient, so that the program has it"}));
}

}  // namespace
}  // namespace railhead::launch
