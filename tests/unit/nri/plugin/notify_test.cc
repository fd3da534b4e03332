#include "nri/plugin/notify.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

#include "base/format.h"

namespace railhead::nri {
namespace {

/// systemd's end, under an abstract name.
class NotifyTest : public testing::Test {
 protected:
  NotifyTest() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, name_.data(), name_.size());
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name_.size());
    if (::bind(socket_.number(), reinterpret_cast<const sockaddr*>(&address), length) != 0) std::abort();
  }

  std::string next() const {
    std::string text(4096, '\0');
    const ssize_t count = ::recv(socket_.number(), text.data(), text.size(), MSG_DONTWAIT);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
  }

  std::string name_ = base::format("railhead-notify-{}", ::getpid());
  sys::Descriptor socket_{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
};

TEST_F(NotifyTest, ReadyOnceAndStatusWhereItChanges) {
  Notifier notifier({{"NOTIFY_SOCKET", "@" + name_}});
  notifier.reloading();
  notifier.reloaded();
  EXPECT_EQ(next(), "") << "READY=1 would be said too early";
  notifier.ready("one\ntwo");
  EXPECT_EQ(next(), "READY=1\nSTATUS=one?two");
  notifier.ready("one\ntwo");
  EXPECT_EQ(next(), "");
  notifier.ready("three");
  EXPECT_EQ(next(), "STATUS=three");
  notifier.reloading();
  EXPECT_TRUE(next().starts_with("RELOADING=1\nMONOTONIC_USEC="));
  notifier.reloaded();
  EXPECT_EQ(next(), "READY=1");
  notifier.stopping();
  EXPECT_EQ(next(), "STOPPING=1");
}

TEST_F(NotifyTest, PingsTwiceInTheTimeAllowed) {
  Notifier notifier({{"NOTIFY_SOCKET", "@" + name_}, {"WATCHDOG_USEC", "1000000"}});
  const Instant start = Clock::now();
  notifier.move(start);
  EXPECT_EQ(next(), "WATCHDOG=1");
  notifier.move(start + std::chrono::milliseconds(400));
  EXPECT_EQ(next(), "");
  notifier.move(start + std::chrono::milliseconds(501));
  EXPECT_EQ(next(), "WATCHDOG=1");
}

TEST_F(NotifyTest, NoPingsWhereNobodyWaitsForThem) {
  for (const sys::Environ& more : {sys::Environ{},
                                   {{"WATCHDOG_USEC", "0"}},
                                   {{"WATCHDOG_USEC", "x"}},
                                   {{"WATCHDOG_USEC", "1000"}, {"WATCHDOG_PID", "1"}}}) {
    sys::Environ environ = more;
    environ["NOTIFY_SOCKET"] = "@" + name_;
    Notifier notifier(environ);
    notifier.move(Clock::now());
    EXPECT_EQ(next(), "");
  }
}

TEST(Notify, AddressesThatAreNone) {
  for (const std::string& address :
       {std::string(), std::string("@"), std::string("relative"), std::string("vsock:2:1"), "/" + std::string(200, 'x')}) {
    Notifier notifier({{"NOTIFY_SOCKET", address}, {"WATCHDOG_USEC", "1000"}});
    notifier.ready("x");
    notifier.move(Clock::now());
  }
}

}  // namespace
}  // namespace railhead::nri
