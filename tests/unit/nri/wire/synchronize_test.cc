#include "nri/wire/present/synchronize.h"

#include <gtest/gtest.h>

#include "tests/support/nri_bytes.h"

namespace railhead::nri {
namespace {

namespace bytes = railhead::test::nri;
using bytes::field;
using bytes::number_field;
using std::string_literals::operator""s;

/// A request that comes `step` bytes at a time: the containers, and then "more", "end" or an error's message.
std::vector<std::string> told(const std::string& request, std::size_t step) {
  std::vector<std::string> found;
  SynchronizeReader reader([&](const Subject& subject, bool decided) {
    found.push_back(subject.space + "/" + subject.pod + "/" + subject.container + (decided ? " decided" : ""));
  });
  reader.begin(request.size());
  std::string kept;
  for (std::size_t at = 0; at < request.size(); at += step) {
    kept += request.substr(at, step);
    const auto eaten = reader.eat(kept);
    if (!eaten) return found.push_back(eaten.error().message), found;
    kept.erase(0, *eaten);
  }
  const auto more = reader.end();
  found.push_back(more ? (*more ? "more" : "end") : more.error().message);
  return found;
}

/// Wherever it is cut.
void expect_told(const std::string& request, const std::vector<std::string>& expected) {
  for (std::size_t step = 1; step <= request.size(); ++step) ASSERT_EQ(told(request, step), expected) << step;
}

const std::string kBad = "The runtime sent a SynchronizeRequest that is no valid protobuf message.";

TEST(Synchronize, ContainersAreToldOneByOneWhereverTheBytesAreCut) {
  const std::string request = bytes::synchronize({bytes::container("a"), bytes::container("b", true)}, true);
  expect_told(request, {"ml/train-0/a", "ml/train-0/b decided", "more"});
  expect_told(field(2, bytes::container("a")) + field(1, bytes::pod()) + number_field(3, 0), {"ml/train-0/a", "end"});
  EXPECT_EQ(told("", 1), std::vector<std::string>{"end"});
}

TEST(Synchronize, AContainerIsToldWithItsPodsNameAndItsDevices) {
  Subject found;
  SynchronizeReader reader([&](const Subject& subject, bool) { found = subject; });
  const std::string request = field(2, bytes::container("a"));
  reader.begin(request.size());
  EXPECT_EQ(reader.eat(request), request.size());
  EXPECT_EQ(found.pod_id, "pod-id");
  EXPECT_EQ(found.container_id, "a-id");
  EXPECT_EQ(found.devices.size(), 1U);
  EXPECT_TRUE(found.labels.empty());
}

TEST(Synchronize, WhatItDoesNotKnowIsSkipped) {
  const std::string other = "\xa5\x06"s + "abcd" + "\xa1\x06"s + "abcdefgh" + field(100, "more") + number_field(2, 1);
  expect_told(other + field(2, field(3, "c")) + other, {"//c", "end"});
}

TEST(Synchronize, ItsBytesEndWhereTheyAreSaidTo) {
  SynchronizeReader reader([](const Subject&, bool) {});
  const std::string request = field(2, field(3, "c"));
  reader.begin(request.size());
  EXPECT_EQ(reader.eat(request + "\x20\x05"), request.size());
  EXPECT_EQ(reader.eat("\x20\x05"), 0U);
  EXPECT_TRUE(reader.end());
}

TEST(Synchronize, APodIsNotKept) {
  SynchronizeReader reader([](const Subject&, bool) {});
  const std::string pod = field(1, std::string(100'000, 'p'));
  reader.begin(pod.size());
  EXPECT_EQ(reader.eat(pod.substr(0, 50'000)), 50'000U);
  EXPECT_FALSE(reader.end());
  EXPECT_EQ(reader.eat(pod.substr(50'000)), pod.size() - 50'000);
  EXPECT_TRUE(reader.end());
}

TEST(Synchronize, WhatIsMalformedIsAnError) {
  expect_told(field(2, "\x0a"), {kBad});                                    // a container that is broken off
  expect_told("\x12\x7f", {kBad});                                          // longer than the request
  expect_told("\xa3\x06\x08\x01\xa4\x06" + std::string(20, '\0'), {kBad});  // a group
  expect_told("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", {kBad});
  expect_told(std::string(40, '\0'), {kBad});  // field 0
  expect_told("\x08", {kBad});                 // half a number at its end
  expect_told("\xa5\x06"s + "ab", {kBad});     // half of four bytes
}

TEST(Synchronize, ACallsHeadEndsWhereItsPayloadBegins) {
  const std::string call = field(9, "x") + number_field(4, 5) + field(1, "S") + field(2, "M");
  const std::string whole = call + field(3, "payload");
  const auto head = head_of_call(whole);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->service, "S");
  EXPECT_EQ(head->method, "M");
  EXPECT_EQ(head->size, call.size() + 2);
  EXPECT_EQ(head->payload, 7U);
  for (std::size_t size = 0; size < call.size() + 2; ++size) EXPECT_FALSE(head_of_call(whole.substr(0, size))) << size;
  EXPECT_FALSE(head_of_call(field(1, "S") + field(2, "M")));
}

}  // namespace
}  // namespace railhead::nri
