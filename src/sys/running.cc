#include "sys/running.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/format.h"

namespace railhead::sys {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kMostOfSaid = std::size_t{32} << 10U;

struct Pipe {
  Descriptor read;
  Descriptor write;
};

std::optional<Pipe> new_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

base::Error not_started(const Command& command, int number) {
  const bool missing = number == ENOENT;
  return {.code = missing ? base::Code::not_found : base::Code::unavailable,
          .message = base::format("cannot start {}", command.words.front()),
          .cause = missing ? "there is no such program in PATH" : std::strerror(number)};
}

/// In the child: only calls that are safe after fork(2), until it is another program. The errno goes to `failed`.
[[noreturn]] void become(char* const* words, int in, int out, int err, int failed) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);  // so that what it starts ends with it
  ::signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (::dup2(in, STDIN_FILENO) >= 0 && ::dup2(out, STDOUT_FILENO) >= 0 && ::dup2(err, STDERR_FILENO) >= 0)
    ::execvp(words[0], words);
  const int number = errno;
  [[maybe_unused]] const ssize_t told = ::write(failed, &number, sizeof number);
  ::_exit(127);
}

}  // namespace

void Ends::add(std::string_view text) {
  const std::size_t first = std::min(text.size(), kMostOfSaid - first_.size());
  first_ += text.substr(0, first);
  last_ += text.substr(first);
  if (last_.size() <= 2 * kMostOfSaid) return;
  last_.erase(0, last_.size() - kMostOfSaid);
  cut_ = true;
}

std::string Ends::all() {
  if (last_.size() > kMostOfSaid) {
    last_.erase(0, last_.size() - kMostOfSaid);
    cut_ = true;
  }
  return first_ + (cut_ ? "\n...\n" : "") + last_;
}

Processes::Running::Running(Run run) : run_(std::move(run)), deadline_(Clock::now() + run_.command.limit) {}

Processes::Running::~Running() {
  if (child_ <= 0) return;
  kill_group();
  ::waitpid(child_, nullptr, 0);
}

template <class Take>
void Processes::Running::drain(Descriptor& from, const Take& take) {
  std::array<char, std::size_t{64} << 10U> buffer;
  // A few pieces at a time: one that writes without end must not keep the others waiting.
  for (int piece = 0; piece < 16 && from.open(); ++piece) {
    const ssize_t count = ::read(from.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return from.close();
    take(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
  }
}

base::Result<void> Processes::Running::start() {
  auto in = new_pipe();
  auto out = new_pipe();
  auto err = new_pipe();
  auto failed = new_pipe();
  if (!in || !out || !err || !failed) return std::unexpected(not_started(run_.command, errno));
  if (auto file = open_input(in->read, in->write); !file) return file;
  std::vector<char*> words;
  for (std::string& word : run_.command.words) words.push_back(word.data());
  words.push_back(nullptr);
  child_ = ::fork();
  if (child_ < 0) return std::unexpected(not_started(run_.command, errno));
  if (child_ == 0) become(words.data(), in->read.number(), out->write.number(), err->write.number(), failed->write.number());
  failed->write.close();
  int number = 0;
  if (::read(failed->read.number(), &number, sizeof number) == sizeof number) {
    ::waitpid(std::exchange(child_, -1), nullptr, 0);
    return std::unexpected(not_started(run_.command, number));
  }
  in_ = std::move(in->write);
  out_ = std::move(out->read);
  err_ = std::move(err->read);
  for (const Descriptor* one : {&in_, &out_, &err_})
    if (one->open()) ::fcntl(one->number(), F_SETFL, O_NONBLOCK);
  return {};
}

void Processes::Running::wanted(std::vector<pollfd>& polled) const {
  if (in_.open()) polled.push_back({.fd = in_.number(), .events = POLLOUT, .revents = 0});
  if (out_.open()) polled.push_back({.fd = out_.number(), .events = POLLIN, .revents = 0});
  if (err_.open()) polled.push_back({.fd = err_.number(), .events = POLLIN, .revents = 0});
}

milliseconds Processes::Running::left() const { return std::chrono::duration_cast<milliseconds>(deadline_ - Clock::now()); }

void Processes::Running::move_on() {
  feed();
  drain(out_, [this](std::string_view text) {
    if (!ending_.enough && run_.out && !run_.out(text)) stop(ending_.enough);
  });
  drain(err_, [this](std::string_view text) { said_.add(text); });
  if (Clock::now() > deadline_ && !ending_.enough) stop(ending_.timed_out);
}

bool Processes::Running::has_ended() {
  int status = 0;
  if (::waitpid(child_, &status, WNOHANG) != child_) return false;
  child_ = -1;
  move_on();  // what it starts may keep the pipes open for ever; what it wrote itself is in them
  ending_.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ending_.said = said_.all();
  return true;
}

/// A file in place of the pipe, or none at all.
base::Result<void> Processes::Running::open_input(Descriptor& read, Descriptor& write) {
  const std::string& file = run_.command.input_file;
  if (file.empty() && !run_.command.input.empty()) return {};
  write.close();
  read = Descriptor(::open(file.empty() ? "/dev/null" : file.c_str(), O_RDONLY | O_CLOEXEC));
  if (read.open()) return {};
  return std::unexpected(
      base::Error{.code = base::Code::unavailable, .message = "cannot read " + file, .cause = std::strerror(errno)});
}

void Processes::Running::kill_group() const {
  if (child_ <= 0) return;
  ::kill(-child_, SIGKILL);
  ::kill(child_, SIGKILL);  // before it has a group
}

void Processes::Running::stop(bool& why) {
  if (!ending_.enough && !ending_.timed_out) why = true;
  kill_group();
}

void Processes::Running::feed() {
  while (in_.open()) {
    const std::string_view rest = std::string_view(run_.command.input).substr(fed_);
    if (rest.empty()) return in_.close();
    const ssize_t count = ::write(in_.number(), rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return in_.close();  // it does not want more
    fed_ += static_cast<std::size_t>(count);
  }
}

}  // namespace railhead::sys
