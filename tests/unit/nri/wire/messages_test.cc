#include "nri/wire/messages.h"

#include <gtest/gtest.h>

#include "tests/support/nri_bytes.h"

namespace railhead::nri {
namespace {

namespace bytes = railhead::test::nri;
using bytes::entry;
using bytes::field;
using bytes::number_field;
using std::string_literals::operator""s;

std::string creation_of(const std::string& container) { return field(2, container); }

TEST(Messages, RegistrationIsWhatARuntimeReads) {
  // Request: service 1, method 2, payload 3 (RegisterPluginRequest: plugin_name 1, plugin_idx 2).
  EXPECT_EQ(registration("railhead", "10"), "\x0a\x20nri.pkg.api.v1alpha1.Runtime"s.replace(1, 1, "\x1c") +
                                                "\x12\x0eRegisterPlugin"s + "\x1a\x0e\x0a\x08railhead\x12\x02"s + "10");
}

TEST(Messages, AnswersAreWhatARuntimeReads) {
  EXPECT_EQ(configure_answer(), "\x10\x08");        // events 2: CREATE_CONTAINER, bit 3
  EXPECT_EQ(synchronize_answer(true), "\x10\x01");  // more 2
  EXPECT_EQ(synchronize_answer(false), "");
  EXPECT_EQ(accepted("ab"), "\x12\x02"s + "ab");  // Response: payload 2
  EXPECT_EQ(accepted(""), "");
  EXPECT_EQ(declined(12, "no"), "\x0a\x06\x08\x0c\x12\x02no"s);  // Response: status 1 (code 1, message 2)
}

TEST(Messages, ALongReasonIsCutToText) {
  // 1023 bytes and a character of two bytes: the character does not fit.
  const std::string cut = declined(9, std::string(1023, 'a') + "\u00e9\u00e9");
  EXPECT_EQ(cut, field(1, number_field(1, 9) + field(2, std::string(1023, 'a'))));
}

TEST(Messages, LimitsAndTheMarkAreAnAdjustment) {
  const Decision decision{.outcome = Outcome::set,
                          .rule = "rdma",
                          .limits = {{"RLIMIT_MEMLOCK", 65'536, kUnlimited}, {"RLIMIT_NOFILE", 0, 1024}},
                          .reasons = {}};
  // CreateContainerResponse: adjust 1; ContainerAdjustment: annotations 2, rlimits 7; POSIXRlimit: type 1, hard 2, soft 3.
  const std::string memlock = field(1, "RLIMIT_MEMLOCK") + "\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x18\x80\x80\x04"s;
  const std::string files = field(1, "RLIMIT_NOFILE") + number_field(2, 1024);
  EXPECT_EQ(creation_answer(decision),
            field(1, field(2, entry("memlock.railhead.dev/decided", "rdma")) + field(7, memlock) + field(7, files)));
}

TEST(Messages, NoRuleIsMarkedAsNone) {
  EXPECT_EQ(creation_answer({}), field(1, field(2, entry("memlock.railhead.dev/decided", "none"))));
}

TEST(Messages, WithoutMarkNothingIsChanged) {
  EXPECT_EQ(creation_answer({.outcome = Outcome::kept, .rule = "rdma", .limits = {}, .reasons = {}, .mark = false}), "");
}

TEST(Messages, ACallIsReadInAnyOrder) {
  const std::string sent =
      field(3, "payload") + field(9, "later") + field(2, "Method") + number_field(4, 5) + field(1, "Service");
  const auto call = read_call(sent);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->service, "Service");
  EXPECT_EQ(call->method, "Method");
  EXPECT_EQ(call->payload, "payload");
}

TEST(Messages, AnAnswerHasACodeAndItsReasonOnOneLine) {
  const auto answer = read_answer(field(1, number_field(1, 2) + field(2, "bad\nname\x1b[2J")) + field(2, "x"));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->code, 2);
  EXPECT_EQ(answer->message, "bad?name?[2J");
  EXPECT_EQ(read_answer("")->code, kOk);
}

TEST(Messages, ConfigureTellsTheRuntime) {
  const auto runtime = read_configure(bytes::configure());
  ASSERT_TRUE(runtime);
  EXPECT_EQ(runtime->name, "containerd");
  EXPECT_EQ(runtime->version, "v2.1.9");
  EXPECT_EQ(runtime->request_timeout, std::chrono::seconds(2));
}

TEST(Messages, TimesOfARuntimeAreBounded) {
  EXPECT_EQ(read_configure(number_field(5, ~std::uint64_t{0}))->request_timeout.count(), 0);
  EXPECT_EQ(read_configure(number_field(5, std::uint64_t{1} << 62U))->request_timeout, std::chrono::hours(24));
}

TEST(Messages, ACreationIsReadWhole) {
  const auto subject = read_creation(bytes::creation("trainer"));
  ASSERT_TRUE(subject);
  EXPECT_EQ(subject->space, "ml");
  EXPECT_EQ(subject->pod, "train-0");
  EXPECT_EQ(subject->pod_id, "pod-id");
  EXPECT_EQ(subject->runtime_class, "nvidia");
  EXPECT_EQ(subject->container, "trainer");
  EXPECT_EQ(subject->container_id, "trainer-id");
  EXPECT_EQ(subject->labels, (Texts{{"app", "train"}, {"team", ""}}));
  EXPECT_EQ(subject->annotations, (Texts{{"memlock.railhead.dev/pod", "unlimited"}}));
  EXPECT_EQ(subject->container_annotations, (Texts{{"io.kubernetes.cri.container-type", "container"}}));
  ASSERT_EQ(subject->devices.size(), 1U);
  EXPECT_EQ(subject->devices[0].path, "/dev/infiniband/uverbs0");
  EXPECT_EQ(subject->devices[0].type, "c");
  EXPECT_EQ(subject->devices[0].major, 231);
  EXPECT_EQ(subject->devices[0].minor, 192);
  EXPECT_EQ(subject->limits, (std::vector<Rlimit>{{"RLIMIT_MEMLOCK", 65'536, 8'388'608}}));
}

TEST(Messages, OfAKeyThatIsThereTwiceTheLastValueCounts) {
  const auto subject = read_creation(creation_of(field(6, entry("k", "old")) + field(6, entry("k", "new"))));
  ASSERT_TRUE(subject);
  EXPECT_EQ(subject->container_annotations, (Texts{{"k", "new"}}));
}

TEST(Messages, WhatTheyDoNotKnowIsSkipped) {
  const std::string fixed32 = "\xa5\x06"s + "abcd";       // field 100, four bytes
  const std::string fixed64 = "\xa1\x06"s + "abcdefgh";   // field 100, eight bytes
  const std::string group = "\xa3\x06\x08\x01\xa4\x06"s;  // field 100, a group with a number in it
  const std::string wrong = number_field(3, 7);           // a number where a name is expected
  const auto subject = read_creation(creation_of(fixed32 + fixed64 + group + wrong + field(3, "c") + field(200, "more")));
  ASSERT_TRUE(subject);
  EXPECT_EQ(subject->container, "c");
}

TEST(Messages, BytesThatAreNotTextStayBytes) {
  EXPECT_EQ(read_creation(creation_of(field(3, "\xff\xfe\0x"s)))->container, "\xff\xfe\0x"s);
}

TEST(Messages, WhatIsBrokenOffIsAnErrorThatNamesIt) {
  const std::string whole = creation_of(bytes::container("c"));
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const auto subject = read_creation(whole.substr(0, size));
    ASSERT_FALSE(subject) << size;
    EXPECT_EQ(subject.error().message, "The runtime sent a CreateContainerRequest that is no valid protobuf message.");
  }
}

TEST(Messages, WhatIsMalformedIsAnError) {
  EXPECT_FALSE(read_call("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"));  // a number without an end
  EXPECT_FALSE(read_call("\x0a\xff\xff\xff\xff\x0f"s + "abc"));             // a text of 4 GiB
  EXPECT_FALSE(read_call("\x07"s));                                         // a kind of field that is none
  EXPECT_FALSE(read_call("\x02\x01x"s));                                    // field 0
  EXPECT_FALSE(read_call("\0\0"s));                                         // nothing but zeros
  EXPECT_FALSE(read_call("\xa4\x06"s));                                     // the end of a group that has no beginning
  EXPECT_FALSE(read_answer("\x0a\x05x"s));
  EXPECT_FALSE(read_configure("\x12"s));
  EXPECT_FALSE(read_present("\x0a"));
  EXPECT_FALSE(read_creation(creation_of(field(6, "\x0a\x05k"s))));             // an entry that is broken off
  EXPECT_FALSE(read_creation(creation_of(field(11, field(2, "\x0a\x05k"s)))));  // a device
  EXPECT_FALSE(read_creation(creation_of(field(13, "\x0a\x05k"s))));            // a limit
}

TEST(Messages, DeepGroupsEnd) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "\xa3\x06";
  EXPECT_FALSE(read_call(deep));
}

TEST(Messages, MoreDevicesThanAnyContainerHasAreAnError) {
  std::string devices;
  for (int i = 0; i < 65'536; ++i) devices += field(2, "");
  EXPECT_TRUE(read_creation(creation_of(field(11, devices))));
  EXPECT_FALSE(read_creation(creation_of(field(11, devices + field(2, "")))));
  std::string limits;
  for (int i = 0; i < 1025; ++i) limits += field(13, "");
  EXPECT_FALSE(read_creation(creation_of(limits)));
}

}  // namespace
}  // namespace railhead::nri
