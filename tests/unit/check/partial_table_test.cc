#include <gtest/gtest.h>

#include <algorithm>

#include "check/run.h"
#include "finding/check.h"

namespace railhead::check {
namespace {

using facts::GidType;

/// A RoCE port of which one slot is known.
facts::Machine one_slot(unsigned index, const char* gid, GidType type, bool whole) {
  facts::Port port;
  port.state = {facts::PortState::active, "paste:1"};
  port.link_layer = {facts::LinkLayer::ethernet, "paste:1"};
  facts::GidTable table{.size = index + 1, .zero = index, .entries = {}, .whole = whole};
  table.entries.push_back(
      {.index = index, .gid = {*facts::parse_gid(gid), "paste:1"}, .type = {type, "paste:1"}, .netdev = {}});
  port.gids = {std::move(table), "paste:1"};
  facts::Device device;
  device.name = "mlx5_3";
  device.ports.push_back(std::move(port));
  facts::Machine machine;
  machine.rdma.devices = {std::vector<facts::Device>{std::move(device)}, "paste:1"};
  return machine;
}

Verdict verdict_of(std::string_view id, const facts::Machine& machine) {
  const Options options;
  const auto check = std::ranges::find(catalogue(), id, &Check::id);
  const std::vector<Finding> findings = check->rule(Input{machine, options});
  return findings.empty() ? Verdict::skipped : findings.front().verdict;
}

constexpr const char* kIpv4 = "0000:0000:0000:0000:0000:ffff:0a07:0009";
constexpr const char* kLinkLocal = "fe80:0000:0000:0000:02c0:5eff:fe12:3401";

/// What stands in the other slots of a table that is not whole, nobody knows.
TEST(PartialTable, IsNotJudgedByWhatItLacks) {
  EXPECT_EQ(verdict_of("gid.sparse-table", one_slot(3, kIpv4, GidType::roce_v2, true)), Verdict::violated);
  EXPECT_EQ(verdict_of("gid.sparse-table", one_slot(3, kIpv4, GidType::roce_v2, false)), Verdict::skipped);
  EXPECT_EQ(verdict_of("gid.link-local", one_slot(0, kLinkLocal, GidType::roce_v2, true)), Verdict::violated);
  EXPECT_EQ(verdict_of("gid.link-local", one_slot(0, kLinkLocal, GidType::roce_v2, false)), Verdict::skipped);
  EXPECT_EQ(verdict_of("gid.no-rocev2-ipv4", one_slot(0, kIpv4, GidType::roce_v1, true)), Verdict::violated);
  EXPECT_EQ(verdict_of("gid.no-rocev2-ipv4", one_slot(0, kIpv4, GidType::roce_v1, false)), Verdict::skipped);
}

TEST(PartialTable, WhatItHasIsJudged) {
  EXPECT_EQ(verdict_of("gid.link-local", one_slot(3, kIpv4, GidType::roce_v2, false)), Verdict::ok);
}

TEST(PartialTable, WithoutAnEntryIsNotAllZero) {
  facts::Machine machine = one_slot(0, kIpv4, GidType::roce_v2, false);
  facts::GidTable& table = machine.rdma.devices.held()[0].ports[0].gids.held();
  table.entries.clear();
  table.zero = 1;
  EXPECT_EQ(verdict_of("gid.all-zero", machine), Verdict::skipped);
  table.whole = true;
  EXPECT_EQ(verdict_of("gid.all-zero", machine), Verdict::violated);
}

}  // namespace
}  // namespace railhead::check
