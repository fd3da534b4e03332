#include "sys/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <thread>

#include "base/format.h"
#include "sys/descriptor.h"

namespace railhead::sys {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostOutput = 16 << 20;

base::Error failure(base::Code code, const std::string& what, const std::string& cause) {
  return {.code = code, .message = what + " failed", .cause = cause, .transient = code == base::Code::timeout};
}

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void be_child(int out, const std::function<std::string()>& work) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // never outlive the tool
  // What a vendor library prints must not land in our output.
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) {
    ::dup2(null, STDOUT_FILENO);
    ::dup2(null, STDERR_FILENO);
  }
  write_all(out, work());
  ::_exit(0);
}

/// Reads until the child closes its end; false when `deadline` passed first.
bool read_until(int fd, Clock::time_point deadline, std::string& output) {
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd wait{.fd = fd, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&wait, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || output.size() > kMostOutput) return true;
    output.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

/// Waits for the child's end, at most `limit`: one stuck in a driver cannot even be killed, and is left to init then.
std::optional<int> reaped(pid_t child, std::chrono::milliseconds limit) {
  using namespace std::chrono_literals;
  const Clock::time_point deadline = Clock::now() + limit;
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    if ((ended < 0 && errno != EINTR) || Clock::now() > deadline) return std::nullopt;
    std::this_thread::sleep_for(1ms);
  }
}

}  // namespace

base::Result<std::string> in_child(const std::string& what, const std::function<std::string()>& work,
                                   std::chrono::milliseconds limit) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return std::unexpected(failure(base::Code::unavailable, what, base::format("pipe2: {}", std::strerror(errno))));
  Descriptor in(ends[0]);
  Descriptor out(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return std::unexpected(failure(base::Code::unavailable, what, base::format("fork: {}", std::strerror(errno))));
  if (child == 0) be_child(out.number(), work);
  out.close();
  std::string output;
  const bool finished = read_until(in.number(), Clock::now() + limit, output);
  if (!finished) ::kill(child, SIGKILL);
  constexpr std::chrono::milliseconds kToDie{2000};
  const std::optional<int> status = reaped(child, kToDie);
  if (!finished || !status)
    return std::unexpected(failure(base::Code::timeout, what, base::format("no answer within {} ms", limit.count())));
  if (WIFSIGNALED(*status))
    return std::unexpected(
        failure(base::Code::unavailable, what, base::format("it died of {}", ::strsignal(WTERMSIG(*status)))));
  return output;
}

}  // namespace railhead::sys
