#include "manifest/scc/ranges.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "manifest/scc/order.h"
#include "manifest/scc/stock.h"

namespace railhead::manifest::scc {
namespace {

constexpr const char* kUids = "openshift.io/sa.scc.uid-range";
constexpr const char* kMcs = "openshift.io/sa.scc.mcs";
constexpr const char* kGroups = "openshift.io/sa.scc.supplemental-groups";

Namespace lab() {
  return {.name = "lab", .annotations = {{kUids, "1000700000/10000"}, {kMcs, "s0:c27,c4"}, {kGroups, "1000700000/10000"}}};
}

std::string error_of(const base::Result<Ranges>& ranges) { return ranges ? "" : ranges.error().message; }

std::string block_error(std::string_view text) {
  const auto block = block_of(text);
  return block ? "" : block.error().message;
}

World stock() {
  World world;
  EXPECT_TRUE(add_stock(world, "4.16"));
  return world;
}

/// What the server says of the namespace with the SCCs of OpenShift 4.16.
std::string stock_error(const Namespace& space) {
  const World world = stock();
  const auto ranges = ranges_for(space, ordered(world.constraints));
  return ranges ? "" : ranges.error().message;
}

TEST(SccRanges, BlocksAreReadInBothForms) {
  EXPECT_EQ(block_of("1000700000/10000"), (IdRange{1000700000, 1000709999}));
  EXPECT_EQ(block_of("5000-5009"), (IdRange{5000, 5009}));
  EXPECT_EQ(block_of("7/1"), (IdRange{7, 7}));
  EXPECT_EQ(block_of(" \t7/ 2"), (IdRange{7, 8})) << "blanks before a number";
  EXPECT_EQ(block_of("7/2, and more"), (IdRange{7, 8})) << "the server does not look behind the second number";
  EXPECT_EQ(block_of("9-3"), (IdRange{9, 3})) << "nor whether the end is behind the start";
  EXPECT_EQ(block_of("10/0"), (IdRange{10, 9}));
  EXPECT_EQ(block_of("0/0"), (IdRange{0, 4294967295})) << "it counts in 32 bits";
  EXPECT_EQ(block_of("4294967295/2"), (IdRange{4294967295, 0}));
}

TEST(SccRanges, WhatIsNoBlockGivesTheServersWords) {
  EXPECT_EQ(block_error("plenty"), "expected integer");
  EXPECT_EQ(block_error("x/y"), "expected integer");
  EXPECT_EQ(block_error("-5/10"), "expected integer");
  EXPECT_EQ(block_error("1000700000"), "unexpected EOF");
  EXPECT_EQ(block_error("1000-"), "EOF");
  EXPECT_EQ(block_error(""), "EOF");
  EXPECT_EQ(block_error("1000 - 2000"), "input does not match format");
  EXPECT_EQ(block_error("1000-2000/5"), "input does not match format");
  EXPECT_EQ(block_error("5\n/6"), "input does not match format");
  EXPECT_EQ(block_error("\n5/6"), "unexpected newline");
  EXPECT_EQ(block_error("4294967296/1"), "unsigned integer overflow on token 4294967296");
  EXPECT_EQ(block_error("99999999999999999999/1"), "strconv.ParseUint: parsing \"99999999999999999999\": value out of range");
}

TEST(SccRanges, ANamespaceGivesUidsGroupsAndLevel) {
  Namespace space = lab();
  space.annotations[kGroups] = "5000-5009,1000700000/10";
  const auto ranges = ranges_of(space);
  ASSERT_TRUE(ranges);
  EXPECT_EQ(ranges->uids, (IdRange{1000700000, 1000709999}));
  EXPECT_EQ(ranges->groups, (std::vector<IdRange>{{5000, 5009}, {1000700000, 1000700009}}));
  EXPECT_EQ(ranges->mcs, "s0:c27,c4");
  EXPECT_FALSE(ranges->assumed);
  EXPECT_TRUE(assumed_ranges().assumed);
}

TEST(SccRanges, WithoutGroupsTheUidsCount) {
  Namespace space = lab();
  space.annotations.erase(kGroups);
  EXPECT_EQ(ranges_of(space)->groups, (std::vector<IdRange>{{1000700000, 1000709999}}));
}

TEST(SccRanges, ALevelMayBeAnyText) {
  Namespace space = lab();
  space.annotations[kMcs] = "whatever";
  EXPECT_EQ(stock_error(space), "");
  EXPECT_EQ(ranges_of(space)->mcs, "whatever");
}

TEST(SccRanges, TwoAnnotationsMustBeThereWhateverIsUsed) {
  Namespace space = lab();
  space.annotations.erase(kMcs);
  const std::string no_mcs = "error fetching namespace \"lab\": unable to find annotation openshift.io/sa.scc.mcs";
  EXPECT_EQ(error_of(ranges_of(space)), no_mcs);
  EXPECT_EQ(error_of(ranges_for(space, {})), no_mcs);
  space.annotations.erase(kUids);
  EXPECT_EQ(stock_error(space), "error fetching namespace \"lab\": unable to find annotation openshift.io/sa.scc.uid-range");
}

TEST(SccRanges, ABadUidRangeIsSaidForEachConstraintThatTakesIt) {
  Namespace space = lab();
  space.annotations[kUids] = "plenty";
  const std::string start =
      "unable to find pre-allocated uid annotation for namespace lab while trying to configure SCC restricted-v2: expected "
      "integer";
  const std::string text = stock_error(space);
  EXPECT_TRUE(text.starts_with("[" + start + ", ")) << text;
  EXPECT_NE(text.find("configure SCC hostaccess: expected integer]"), std::string::npos) << text;
  EXPECT_EQ(text.find("anyuid"), std::string::npos) << "it takes no uids";
  const World world = stock();
  const auto only = std::ranges::find(world.constraints, "restricted-v2", &Constraint::name);
  EXPECT_EQ(error_of(ranges_for(space, {&*only})), start) << "one error stands without brackets";
}

TEST(SccRanges, EmptyValuesAreNamed) {
  Namespace space = lab();
  for (auto& [key, value] : space.annotations) value.clear();
  const std::string text = stock_error(space);
  EXPECT_TRUE(
      text.starts_with("[unable to find pre-allocated mcs annotation for namespace lab while trying to configure SCC anyuid: "
                       "found annotation openshift.io/sa.scc.mcs but it was empty, "))
      << text;
  EXPECT_NE(text.find("SCC restricted-v2: found annotation openshift.io/sa.scc.uid-range but it was empty"), std::string::npos);
}

TEST(SccRanges, GroupsAreOnlyAskedForWhereTheyAreTaken) {
  Namespace space = lab();
  space.annotations[kGroups] = "x/y";
  Constraint any{.name = "any"};
  Constraint own{.name = "own"};
  own.fs_group = {.type = Strategy::must_run_as, .ranges = {{1, 2}}};
  const auto ranges = ranges_for(space, {&any, &own});
  ASSERT_TRUE(ranges);
  EXPECT_TRUE(ranges->groups.empty());
  own.fs_group.ranges.clear();
  EXPECT_EQ(
      error_of(ranges_for(space, {&any, &own})),
      "unable to find pre-allocated group annotation for namespace lab while trying to configure SCC own: expected integer");
  space.annotations[kGroups] = "";
  EXPECT_EQ(error_of(ranges_for(space, {&any, &own})),
            "unable to find pre-allocated group annotation for namespace lab while trying to configure SCC own: unable to find "
            "groups using openshift.io/sa.scc.supplemental-groups and openshift.io/sa.scc.uid-range annotations");
}

TEST(SccRanges, AConstraintThatCannotBeSetUpStopsAll) {
  Constraint fixed{.name = "fixed"};
  fixed.run_as_user = {.type = UserStrategy::must_run_as};
  EXPECT_EQ(error_of(ranges_for(lab(), {&fixed})),
            "error creating provider for SCC fixed in namespace lab: MustRunAs requires a UID");
  fixed.run_as_user = {.type = UserStrategy::must_run_as_range, .min = 5};
  EXPECT_EQ(error_of(ranges_for(lab(), {&fixed})),
            "error creating provider for SCC fixed in namespace lab: MustRunAsRange requires a UIDRangeMax");
  fixed.run_as_user = {.type = UserStrategy::must_run_as_range, .max = 5};
  EXPECT_EQ(error_of(ranges_for(lab(), {&fixed})),
            "error creating provider for SCC fixed in namespace lab: MustRunAsRange requires a UIDRangeMin");
  fixed.run_as_user = {.type = UserStrategy::must_run_as_range, .min = 50, .max = 5};
  EXPECT_TRUE(ranges_for(lab(), {&fixed}));
}

TEST(SccRanges, BlocksAreBounded) {
  Namespace space = lab();
  std::string many = "1/1";
  for (int i = 0; i < 4096; ++i) many += ",1/1";
  space.annotations[kGroups] = many;
  EXPECT_FALSE(ranges_of(space));
  space.annotations[kGroups] = many.substr(4);
  EXPECT_TRUE(ranges_of(space));
}

}  // namespace
}  // namespace railhead::manifest::scc
