#include "sys/process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace railhead::sys {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

Command shell(const std::string& script, milliseconds limit = std::chrono::seconds(20)) {
  return {.words = {"sh", "-c", script}, .limit = limit};
}

TEST(Process, GivesOutputWhatWasSaidAndTheExitStatus) {
  const auto done = run(shell("echo out; echo err >&2; exit 7"));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->text, "out\n");
  EXPECT_EQ(done->ending.said, "err\n");
  EXPECT_EQ(done->ending.code, 7);
  EXPECT_FALSE(done->ending.timed_out);
}

TEST(Process, NoShellReadsTheWords) {
  const auto done = run({.words = {"printf", "%s|", "$(id)", "a b", ";"}});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->text, "$(id)|a b|;|");
}

TEST(Process, OneThatIsNotThereIsAnError) {
  const auto done = run({.words = {"no-such-program-of-railhead"}});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, base::Code::not_found);
  EXPECT_EQ(done.error().message, "cannot start no-such-program-of-railhead");
}

TEST(Process, ReadsItsInputAndNothingWithoutOne) {
  Command command{.words = {"cat"}};
  EXPECT_EQ(run(command)->text, "");
  command.input = std::string(1 << 20, 'x');  // more than a pipe holds
  EXPECT_EQ(run(command)->text, command.input);
}

TEST(Process, ReadsAFileAsItsInput) {
  const std::string file = testing::TempDir() + "/input-of-process";
  std::ofstream(file) << "from a file";
  Command command{.words = {"cat"}, .input_file = file};
  EXPECT_EQ(run(command)->text, "from a file");
  command.input_file += ".missing";
  ASSERT_FALSE(run(command));
  EXPECT_EQ(run(command).error().message, "cannot read " + command.input_file);
}

TEST(Process, OneThatDoesNotReadItsInputIsNoTrouble) {
  Command command{.words = {"true"}};
  command.input = std::string(1 << 20, 'x');
  EXPECT_EQ(run(command)->ending.code, 0);
}

TEST(Process, IsEndedAtItsLimitWithAllThatItStarted) {
  const auto start = Clock::now();
  const std::string mark = testing::TempDir() + "/outlived-" + std::to_string(::getpid());
  const auto done = run(shell("(sleep 3; touch " + mark + ") & echo first; sleep 60", milliseconds(1500)));
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(15));
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->ending.timed_out);
  EXPECT_EQ(done->text, "first\n");
  EXPECT_EQ(done->ending.code, 128 + SIGKILL);
  ::usleep(2500000);
  EXPECT_NE(::access(mark.c_str(), F_OK), 0) << "what it had started went on";
}

TEST(Process, EndsThoughOneThatItStartedKeepsItsOutput) {
  const auto start = Clock::now();
  const auto done = run(shell("sleep 60 & echo done"));
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(15));
  EXPECT_EQ(done->text, "done\n");
}

TEST(Process, EndlessOutputIsCut) {
  const auto done = run({.words = {"yes"}}, 100000);
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->ending.enough);
  EXPECT_FALSE(done->ending.timed_out);
  EXPECT_EQ(done->text.size(), 100000U);
}

TEST(Process, OfLongComplaintsTheFirstAndTheLastAreKept) {
  const auto done = run(shell("echo begin >&2; yes | head -c 1000000 >&2; echo end >&2"));
  ASSERT_TRUE(done);
  EXPECT_LE(done->ending.said.size(), (64U << 10U) + 10U);
  EXPECT_TRUE(done->ending.said.starts_with("begin\n"));
  EXPECT_TRUE(done->ending.said.ends_with("end\n"));
}

TEST(Process, RunsNotMoreAtOnceThanAllowed) {
  Processes processes(3);
  std::size_t most = 0;
  int ended = 0;
  for (int i = 0; i < 9; ++i) {
    processes.add({.command = shell("sleep 0.1"), .out = {}, .ended = [&](const base::Result<Ending>& ending) {
                     ended += ending && ending->code == 0 ? 1 : 0;
                   }});
  }
  EXPECT_TRUE(processes.wait([&] {
    most = std::max(most, processes.running());
    return true;
  }));
  EXPECT_EQ(ended, 9);
  EXPECT_EQ(most, 3U);
}

TEST(Process, OneThatHangsCostsOnlyItsOwnTime) {
  Processes processes(2);
  std::vector<std::string> order;
  const auto note = [&](const char* name) { return [&order, name](const base::Result<Ending>&) { order.emplace_back(name); }; };
  processes.add({.command = shell("sleep 60", milliseconds(700)), .out = {}, .ended = note("hangs")});
  processes.add({.command = shell("true"), .out = {}, .ended = note("first")});
  processes.add({.command = shell("true"), .out = {}, .ended = note("second")});
  EXPECT_TRUE(processes.wait());
  EXPECT_EQ(order, (std::vector<std::string>{"first", "second", "hangs"}));
}

TEST(Process, TheTimeThatAnAnswerTakesIsNotThatOfOthers) {
  Processes processes(2);
  processes.add({.command = shell("true"), .out = {}, .ended = [](const base::Result<Ending>&) {
                   std::this_thread::sleep_for(milliseconds(600));
                 }});
  base::Result<Ending> other = Ending{.code = -1};
  std::size_t bytes = 0;
  processes.add({.command = shell("sleep 0.1; head -c 300000 /dev/zero", milliseconds(500)),
                 .out =
                     [&bytes](std::string_view piece) {
                       bytes += piece.size();
                       return true;
                     },
                 .ended = [&other](base::Result<Ending> ending) { other = std::move(ending); }});
  processes.wait();
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->timed_out);
  EXPECT_EQ(bytes, 300000U);
}

TEST(Process, WhatEndsMayAddAnother) {
  Processes processes(1);
  bool second = false;
  processes.add({.command = {.words = {"true"}}, .out = {}, .ended = [&](const base::Result<Ending>&) {
                   processes.add({.command = {.words = {"true"}}, .out = {}, .ended = [&](const base::Result<Ending>&) {
                                    second = true;
                                  }});
                 }});
  EXPECT_TRUE(processes.wait());
  EXPECT_TRUE(second);
}

TEST(Process, WaitingStopsWhereItIsNotWanted) {
  Processes processes(1);
  bool ended = false;
  processes.add(
      {.command = {.words = {"sleep", "60"}}, .out = {}, .ended = [&](const base::Result<Ending>&) { ended = true; }});
  int asked = 0;
  EXPECT_FALSE(processes.wait([&] { return ++asked < 3; }));
  EXPECT_EQ(processes.running(), 1U);
  EXPECT_FALSE(ended);
}

}  // namespace
}  // namespace railhead::sys
