#include "cli/oci_hook/streams.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/format.h"
#include "base/text.h"
#include "sys/descriptor.h"

namespace railhead::cli {
namespace {

using Clock = std::chrono::steady_clock;

base::Error failed(const std::string& what, int error) {
  const base::Code code = error == ENOENT                     ? base::Code::not_found
                          : error == EACCES || error == EPERM ? base::Code::denied
                                                              : base::Code::unavailable;
  return {.code = code, .message = what, .cause = std::strerror(error)};
}

base::Error too_large(const std::string& what, std::size_t most) {
  return {.code = base::Code::malformed, .message = base::format("{} is larger than {} MiB", what, most >> 20U)};
}

/// True where there is something to read or the end.
bool is_readable(int descriptor, Clock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd polled{.fd = descriptor, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&polled, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return true;  // read(2) says what is wrong
  }
}

base::Result<sys::Descriptor> regular_file(const std::string& path, int flags) {
  sys::Descriptor file(::open(path.c_str(), flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0600));
  const std::string what = base::format("cannot append to {}", base::one_line(path));
  if (!file.open()) return std::unexpected(failed(what, errno));
  struct stat found{};
  if (::fstat(file.number(), &found) != 0) return std::unexpected(failed(what, errno));
  if (S_ISREG(found.st_mode)) return file;
  return std::unexpected(base::Error{.code = base::Code::usage, .message = what, .cause = "it is no regular file"});
}

}  // namespace

base::Result<std::string> read_stdin_within(std::chrono::milliseconds time, std::size_t most) {
  const std::string what = "the container's state on stdin";
  const Clock::time_point deadline = Clock::now() + time;
  std::string text;
  std::array<char, 65536> buffer{};
  while (is_readable(STDIN_FILENO, deadline)) {
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return std::unexpected(failed("cannot read " + what, errno));
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > most) return std::unexpected(too_large(what, most));
  }
  return std::unexpected(base::Error{.code = base::Code::timeout, .message = what + " did not end in time"});
}

base::Result<void> append_line(const std::string& path, const std::string& line) {
  const base::Result<sys::Descriptor> file = regular_file(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW);
  if (!file) return std::unexpected(file.error());
  const ssize_t count = ::write(file->number(), line.data(), line.size());
  if (count == static_cast<ssize_t>(line.size())) return {};
  return std::unexpected(failed("cannot append to " + base::one_line(path), count < 0 ? errno : ENOSPC));
}

}  // namespace railhead::cli
