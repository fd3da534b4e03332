#include "nri/wire/session.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "nri/wire/frame.h"
#include "nri/wire/ttrpc.h"
#include "tests/support/nri_bytes.h"

namespace railhead::nri {
namespace {

namespace bytes = railhead::test::nri;
using bytes::answer;
using bytes::entry;
using bytes::field;
using bytes::number_field;
using bytes::Ready;
using bytes::Running;
using bytes::status;

using Lines = std::vector<std::string>;

TEST(Session, BeginsWithItsRegistration) {
  bytes::Heard heard;
  Session session("railhead", "10", heard);
  EXPECT_EQ(session.pending(), "");
  session.start();
  session.start();
  const std::string plugin = field(1, "railhead") + field(2, "10");
  const std::string request = field(1, "nri.pkg.api.v1alpha1.Runtime") + field(2, "RegisterPlugin") + field(3, plugin);
  EXPECT_EQ(session.pending(), bytes::frame(2, bytes::message(1, 1, request)));
  EXPECT_EQ(session.waits_for(), "an answer to RegisterPlugin");
  EXPECT_TRUE(session.is_in_the_middle());
}

TEST(Session, IsReadyAfterSynchronize) {
  Running one;
  EXPECT_EQ(one.say(bytes::registered()), "");
  EXPECT_EQ(one.session.waits_for(), "Configure");
  EXPECT_EQ(one.say(bytes::call(1, "Configure", bytes::configure())), answer(1, number_field(2, 8)));
  EXPECT_EQ(one.session.waits_for(), "Synchronize");
  EXPECT_FALSE(one.session.is_ready());
  EXPECT_EQ(one.say(bytes::call(3, "Synchronize", bytes::synchronize({bytes::container("a", true)}, false))), answer(3, ""));
  EXPECT_TRUE(one.session.is_ready());
  EXPECT_EQ(one.session.waits_for(), "");
  EXPECT_EQ(one.heard.lines, (Lines{"configured containerd v2.1.9", "present a decided", "ready"}));
  EXPECT_EQ(one.heard.request_timeout, std::chrono::seconds(2));
}

TEST(Session, SynchronizeComesInAnyNumberOfParts) {
  Running one;
  one.say(bytes::registered() + bytes::call(1, "Configure", bytes::configure()));
  EXPECT_EQ(one.say(bytes::call(3, "Synchronize", bytes::synchronize({bytes::container("a")}, true))),
            answer(3, number_field(2, 1)));
  EXPECT_EQ(one.say(bytes::call(5, "Synchronize", bytes::synchronize({bytes::container("b")}, true))),
            answer(5, number_field(2, 1)));
  EXPECT_FALSE(one.session.is_ready());
  EXPECT_EQ(one.say(bytes::call(7, "Synchronize", "")), answer(7, ""));
  EXPECT_TRUE(one.session.is_ready());
  EXPECT_EQ(one.heard.lines, (Lines{"configured containerd v2.1.9", "present a", "present b", "ready"}));
}

TEST(Session, MayBeConfiguredBeforeItsRegistrationIsAnswered) {
  Running one;
  one.say(bytes::call(1, "Configure", bytes::configure()) + bytes::call(3, "Synchronize", ""));
  EXPECT_FALSE(one.session.is_ready());
  EXPECT_EQ(one.session.waits_for(), "an answer to RegisterPlugin");
  EXPECT_NE(one.say(bytes::call(5, "CreateContainer", bytes::creation("c"))), "");
  one.say(bytes::registered());
  EXPECT_TRUE(one.session.is_ready());
}

TEST(Session, CreationsGetTheLimitsAndTheMark) {
  Ready one;
  one.heard.decision = {
      .outcome = Outcome::set, .rule = "rdma", .limits = {{"RLIMIT_MEMLOCK", kUnlimited, kUnlimited}}, .reasons = {}};
  const std::string limit = field(1, "RLIMIT_MEMLOCK") + number_field(2, kUnlimited) + number_field(3, kUnlimited);
  EXPECT_EQ(one.say(bytes::call(5, "CreateContainer", bytes::creation("trainer"))),
            answer(5, field(1, field(2, entry(kMark, "rdma")) + field(7, limit))));
  EXPECT_EQ(one.heard.lines.back(), "create trainer");
  EXPECT_EQ(one.heard.last.runtime_class, "nvidia");
}

TEST(Session, AuditChangesNothing) {
  Ready one;
  one.heard.decision.mark = false;
  EXPECT_EQ(one.say(bytes::call(5, "CreateContainer", bytes::creation("trainer"))), answer(5, ""));
}

TEST(Session, ARejectedContainerFailsWithTheReason) {
  Ready one;
  one.heard.decision = {
      .outcome = Outcome::rejected, .rule = "rdma", .limits = {}, .reasons = {"first", "the annotation is bad"}};
  EXPECT_EQ(
      one.say(bytes::call(5, "CreateContainer", bytes::creation("trainer"))),
      status(5, 9,
             "The node's memlock policy (rule rdma) does not let container trainer of pod ml/train-0 start: the annotation is "
             "bad"));
}

TEST(Session, WhateverTheCutsTheAnswersAreTheSame) {
  const std::string all = bytes::beginning() + bytes::call(5, "CreateContainer", bytes::creation("a")) +
                          bytes::call(7, "StopContainer", bytes::creation("a")) + bytes::call(9, "Nothing", "");
  const std::string expected = Running().say(all);
  EXPECT_GT(expected.size(), 100U);
  for (std::size_t step = 1; step < 300; ++step) {
    Running one;
    std::string said;
    for (std::size_t at = 0; at < all.size(); at += step) said += one.say(all.substr(at, step));
    ASSERT_EQ(said, expected) << step;
    EXPECT_FALSE(one.session.is_in_the_middle());
  }
}

TEST(Session, MessagesAreSplitOverFramesAndFramesHoldSeveral) {
  const std::string message = bytes::message(5, 1, bytes::request("CreateContainer", bytes::creation("a")));
  const std::string next = bytes::message(7, 1, bytes::request("CreateContainer", bytes::creation("b")));
  for (std::size_t at = 1; at < message.size(); ++at) {
    Ready one;
    const std::string said = one.say(bytes::frame(1, message.substr(0, at)) + bytes::frame(1, message.substr(at) + next));
    ASSERT_EQ(one.heard.lines.size(), 5U) << at;
    EXPECT_EQ(one.heard.lines.back(), "create b");
    EXPECT_EQ(said.size(), 2 * Ready().say(bytes::frame(1, next)).size());
  }
}

TEST(Session, WhatItHasNothingToSayToIsPassed) {
  const Lines methods = {"UpdateContainer",     "StopContainer",       "StateChange",          "ValidateContainerAdjustment",
                         "RunPodSandbox",       "UpdatePodSandbox",    "PostUpdatePodSandbox", "StopPodSandbox",
                         "RemovePodSandbox",    "PostCreateContainer", "StartContainer",       "PostStartContainer",
                         "PostUpdateContainer", "RemoveContainer"};
  Ready one;
  std::uint32_t stream = 5;
  for (const std::string& method : methods) {
    EXPECT_EQ(one.say(bytes::call(stream, method, bytes::creation("x"))), answer(stream, "")) << method;
    stream += 2;
  }
}

TEST(Session, ShutdownIsToldAndAnswered) {
  Ready one;
  EXPECT_EQ(one.say(bytes::call(5, "Shutdown", "")), answer(5, ""));
  EXPECT_EQ(one.heard.lines.back(), "shut down");
}

TEST(Session, UnknownMethodsAndServicesAreUnimplemented) {
  Ready one;
  EXPECT_EQ(one.say(bytes::call(5, "Evict\n", "")), status(5, 12, "method Evict? is not here"));
  EXPECT_EQ(one.say(bytes::frame(1, bytes::message(7, 1, bytes::request("Configure", "", "nri.v2.Plugin")))),
            status(7, 12, "service nri.v2.Plugin is not here"));
  EXPECT_EQ(one.say(bytes::frame(1, bytes::message(9, 1, ""))), status(9, 12, "service  is not here"));
}

TEST(Session, CallsOutOfTurnEndIt) {
  EXPECT_EQ(Running().say(bytes::call(1, "Synchronize", "")),
            "The runtime called Synchronize before Configure, which NRI does not.");
  EXPECT_EQ(Running().say(bytes::call(1, "CreateContainer", bytes::creation("a"))),
            "The runtime called CreateContainer before Synchronize, which NRI does not.");
}

TEST(Session, ReadyIsToldOnce) {
  Ready one;
  one.say(bytes::call(5, "Synchronize", bytes::synchronize({bytes::container("again")}, false)));
  EXPECT_EQ(std::count(one.heard.lines.begin(), one.heard.lines.end(), "ready"), 1);
  EXPECT_EQ(one.heard.lines.back(), "present again");
}

TEST(Session, WhatBreaksTheProtocolEndsIt) {
  const std::string good = bytes::request("Shutdown", "");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {bytes::frame(3, "x"), "The runtime sent a frame of connection 3, but NRI has the connections 1 and 2."},
      {bytes::frame(1, bytes::message(6, 1, good)), "The runtime called in stream 6, but the streams of calls are odd."},
      {bytes::frame(1, bytes::message(3, 1, good)),
       "The runtime called in stream 3 after stream 3, but each call has a higher one."},
      {bytes::frame(1, bytes::message(5, 3, good)),
       "The runtime sent a message of type 3 in stream 5, but NRI has requests (1) and responses (2)."},
      {bytes::frame(1, bytes::message(1, 2, "")),
       "The runtime sent a response in stream 1 of connection 1, which is for its own calls."},
      {bytes::frame(2, bytes::message(5, 1, good)),
       "The runtime sent a request in stream 5 of connection 2, which is for calls of the plugin."},
      {bytes::registered(), "The runtime answered in stream 1, where nothing was asked."},
      {bytes::frame(2, bytes::message(3, 2, "")), "The runtime answered in stream 3, where nothing was asked."},
      {bytes::frame(1, bytes::message(5, 1, "\xff")), "The runtime sent a request that is no valid protobuf message."},
      {bytes::call(5, "CreateContainer", "\xff"),
       "The runtime sent a CreateContainerRequest that is no valid protobuf message."},
      {bytes::call(5, "Synchronize", "\xff"), "The runtime sent a SynchronizeRequest that is no valid protobuf message."},
      {bytes::call(5, "Configure", "\xff"), "The runtime sent a ConfigureRequest that is no valid protobuf message."},
      {bytes::frame(1, bytes::big_endian(0x400001) + bytes::big_endian(5) + std::string("\1\0", 2)),
       "The runtime sent a message of 4194305 bytes in stream 5, but ttrpc allows 4194304."}};
  for (const auto& [sent, expected] : cases) {
    Ready one;
    EXPECT_EQ(one.say(sent), expected);
    EXPECT_EQ(one.say(bytes::call(99, "Shutdown", "")), expected) << "an error is final";
    EXPECT_EQ(one.session.pending(), "");
    EXPECT_NE(one.heard.lines.back(), "shut down");
  }
}

TEST(Session, AnAnswerBeforeTheQuestionEndsIt) {
  bytes::Heard heard;
  Session session("railhead", "10", heard);
  EXPECT_FALSE(session.take(bytes::registered()));
}

TEST(Session, ARefusalSaysWhy) {
  Running one;
  const auto taken = one.session.take(bytes::refused(2, "invalid plugin name: contains '/'"));
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, base::Code::denied);
  EXPECT_EQ(taken.error().message, "The runtime refused the plugin: invalid plugin name: contains '/' (status 2).");
  EXPECT_EQ(Running().say(bytes::refused(13, "")), "The runtime refused the plugin: it does not say why (status 13).");
}

TEST(Session, ARuntimeOfAnotherApiIsNamedSo) {
  Running one;
  const auto taken = one.session.take(bytes::refused(12, "service nri.pkg.api.v1alpha1.Runtime"));
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, base::Code::unavailable);
  EXPECT_EQ(taken.error().message,
            "The runtime is NRI of another API: it does not know nri.pkg.api.v1alpha1.Runtime (service "
            "nri.pkg.api.v1alpha1.Runtime).");
  EXPECT_FALSE(taken.error().suggestion.empty());
}

TEST(Session, AClosedConnectionMeansWhatItWaitedFor) {
  Running one;
  EXPECT_EQ(one.session.closed().message,
            "The runtime closed the connection while the plugin waited for an answer to RegisterPlugin.");
  EXPECT_EQ(Ready().session.closed().message, "The runtime closed the connection.");
  EXPECT_TRUE(Ready().session.closed().transient);
}

TEST(Session, APeerThatDoesNotReadEndsIt) {
  Ready one;
  std::string calls;
  std::uint32_t stream = 5;
  const std::string method(100, 'm');  // an answer that is about as long as its call
  std::size_t most = 0;
  std::string error;
  while (error.empty() && stream < 1'000'000) {
    calls.clear();
    for (int i = 0; i < 100; ++i, stream += 2) calls += bytes::call(stream, method, "");
    if (const auto taken = one.session.take(calls); !taken) error = taken.error().message;
    most = std::max(most, one.session.pending().size());
  }
  EXPECT_EQ(error, "The runtime calls but does not read: more than 8388608 bytes of answers wait for it.");
  EXPECT_LE(most, 8'388'608U + 300);
}

TEST(Session, ManyCreationsKeepNoMemory) {
  Ready one;
  one.heard.decision = {
      .outcome = Outcome::set, .rule = "rdma", .limits = {{"RLIMIT_MEMLOCK", kUnlimited, kUnlimited}}, .reasons = {}};
  std::uint32_t stream = 5;
  for (int i = 0; i < 10'000; ++i, stream += 2) {
    one.heard.lines.clear();
    const std::string said = one.say(bytes::call(stream, "CreateContainer", bytes::creation("c")));
    ASSERT_GT(said.size(), 90U);
    ASSERT_LT(said.size(), 200U);
  }
  EXPECT_EQ(one.session.pending(), "");
  EXPECT_FALSE(one.session.is_in_the_middle());
}

}  // namespace
}  // namespace railhead::nri
