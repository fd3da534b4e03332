#include "nri/plugin/log/journal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "sys/descriptor.h"

namespace railhead::nri {
namespace {

class JournalTest : public testing::Test {
 protected:
  JournalTest() {
    ::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    reader_ = sys::Descriptor(ends[0]);
    writer_ = sys::Descriptor(ends[1]);
  }

  std::string read() const {
    std::string text(1 << 20, '\0');
    const ssize_t count = ::read(reader_.number(), text.data(), text.size());
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
  }

  sys::Descriptor reader_{};
  sys::Descriptor writer_{};
};

Line long_line() { return Line("info", "x").text("filler", std::string(4000, 'f'), 4000); }

TEST_F(JournalTest, LinesComeAsTheyWere) {
  Journal journal(writer_.number());
  const Line line("info", "x");
  journal.add(line);
  journal.flush();
  EXPECT_EQ(read(), line.whole());
  EXPECT_EQ(journal.dropped(), 0U);
}

TEST_F(JournalTest, AReaderThatStopsHoldsUpNothing) {
  Journal journal(writer_.number());
  for (int i = 0; i < 100; ++i) journal.add(long_line());
  journal.flush();
  EXPECT_GT(journal.dropped(), 50U);
  Waits waits;
  journal.want(waits);
  waits.wake_at(Clock::now());
  waits.wait();
  EXPECT_EQ(waits.came(writer_.number()), 0) << "the pipe is full";
  std::string text;
  for (int i = 0; i < 4; ++i) {
    text += read();
    journal.flush();
  }
  EXPECT_EQ(static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + journal.dropped(), 100U)
      << "whole lines only";
  EXPECT_TRUE(text.ends_with("}\n"));
}

TEST_F(JournalTest, NobodyReadsAnyMore) {
  Journal journal(writer_.number());
  reader_.close();
  journal.add(Line("info", "x"));
  journal.add(Line("info", "y"));
  journal.drain(std::chrono::milliseconds(500));
  EXPECT_EQ(journal.dropped(), 2U);
}

TEST_F(JournalTest, DrainWaitsNoLongerThanItMay) {
  Journal journal(writer_.number());
  for (int i = 0; i < 30; ++i) journal.add(long_line());
  const Instant start = Clock::now();
  journal.drain(std::chrono::milliseconds(50));
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(2));
}

}  // namespace
}  // namespace railhead::nri
