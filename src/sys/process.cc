#include "sys/process.h"

#include <fcntl.h>
#include <poll.h>
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
#include "sys/descriptor.h"

namespace railhead::sys {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kTick(100);
constexpr milliseconds kSoon(2);  // between the end of output and that of the program
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

/// The beginning and the end of a text of any length.
class Ends {
 public:
  void add(std::string_view text) {
    const std::size_t first = std::min(text.size(), kMostOfSaid - first_.size());
    first_ += text.substr(0, first);
    last_ += text.substr(first);
    if (last_.size() <= 2 * kMostOfSaid) return;
    last_.erase(0, last_.size() - kMostOfSaid);
    cut_ = true;
  }
  std::string all() {
    if (last_.size() > kMostOfSaid) {
      last_.erase(0, last_.size() - kMostOfSaid);
      cut_ = true;
    }
    return first_ + (cut_ ? "\n...\n" : "") + last_;
  }

 private:
  std::string first_;
  std::string last_;
  bool cut_ = false;
};

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

class Processes::Running {
 public:
  explicit Running(Run run) : run_(std::move(run)), deadline_(Clock::now() + run_.command.limit) {}
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    if (child_ <= 0) return;
    kill_group();
    ::waitpid(child_, nullptr, 0);
  }

  base::Result<void> start() {
    auto in = new_pipe();
    auto out = new_pipe();
    auto err = new_pipe();
    auto failed = new_pipe();
    if (!in || !out || !err || !failed) return std::unexpected(not_started(run_.command, errno));
    if (auto file = open_input(*in); !file) return file;
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

  /// What of it is to be waited for.
  void wanted(std::vector<pollfd>& polled) const {
    if (in_.open()) polled.push_back({.fd = in_.number(), .events = POLLOUT, .revents = 0});
    if (out_.open()) polled.push_back({.fd = out_.number(), .events = POLLIN, .revents = 0});
    if (err_.open()) polled.push_back({.fd = err_.number(), .events = POLLIN, .revents = 0});
  }

  bool is_silent() const { return !out_.open() && !err_.open(); }

  milliseconds left() const { return std::chrono::duration_cast<milliseconds>(deadline_ - Clock::now()); }

  /// Reads and writes what is possible without waiting.
  void move_on() {
    feed();
    drain(out_, [this](std::string_view text) {
      if (!ending_.enough && run_.out && !run_.out(text)) stop(ending_.enough);
    });
    drain(err_, [this](std::string_view text) { said_.add(text); });
    if (Clock::now() > deadline_ && !ending_.enough) stop(ending_.timed_out);
  }

  /// True once, after it ended and all that it wrote was read.
  bool has_ended() {
    int status = 0;
    if (::waitpid(child_, &status, WNOHANG) != child_) return false;
    child_ = -1;
    move_on();  // what it starts may keep the pipes open for ever; what it wrote itself is in them
    ending_.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ending_.said = said_.all();
    return true;
  }

  void tell() { run_.ended(std::move(ending_)); }

  void wait_longer(Clock::duration time) { deadline_ += time; }

 private:
  /// A file in place of the pipe, or none at all.
  base::Result<void> open_input(Pipe& in) {
    const std::string& file = run_.command.input_file;
    if (file.empty() && !run_.command.input.empty()) return {};
    in.write.close();
    in.read = Descriptor(::open(file.empty() ? "/dev/null" : file.c_str(), O_RDONLY | O_CLOEXEC));
    if (in.read.open()) return {};
    return std::unexpected(
        base::Error{.code = base::Code::unavailable, .message = "cannot read " + file, .cause = std::strerror(errno)});
  }

  void kill_group() const {
    if (child_ <= 0) return;
    ::kill(-child_, SIGKILL);
    ::kill(child_, SIGKILL);  // before it has a group
  }

  void stop(bool& why) {
    if (!ending_.enough && !ending_.timed_out) why = true;
    kill_group();
  }

  void feed() {
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

  template <class Take>
  void drain(Descriptor& from, const Take& take) {
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

  Run run_;
  Clock::time_point deadline_;
  pid_t child_ = -1;
  Descriptor in_;
  Descriptor out_;
  Descriptor err_;
  std::size_t fed_ = 0;
  Ends said_;
  Ending ending_;
};

Processes::Processes(std::size_t at_once) : at_once_(std::max<std::size_t>(at_once, 1)) {
  // What does not read to its end must not end us.
  ::signal(SIGPIPE, SIG_IGN);
}

Processes::~Processes() = default;

void Processes::add(Run run) { waiting_.push_back(std::move(run)); }

std::size_t Processes::running() const { return running_.size(); }

void Processes::start_waiting() {
  while (running_.size() < at_once_ && next_ < waiting_.size()) {
    Run run = std::move(waiting_[next_++]);
    if (next_ == waiting_.size()) {
      waiting_.clear();
      next_ = 0;
    }
    const auto ended = run.ended;
    auto one = std::make_unique<Running>(std::move(run));
    if (auto started = one->start(); !started) {
      ended(std::unexpected(started.error()));
    } else {
      running_.push_back(std::move(one));
    }
  }
}

void Processes::poll_once() {
  std::vector<pollfd> polled;
  milliseconds wait = kTick;
  for (const auto& one : running_) {
    one->wanted(polled);
    wait = std::min(wait, one->is_silent() ? kSoon : std::max(one->left() + milliseconds(1), milliseconds(0)));
  }
  ::poll(polled.data(), polled.size(), static_cast<int>(wait.count()));
  for (const auto& one : running_) one->move_on();
}

void Processes::end_finished() {
  std::vector<std::unique_ptr<Running>> finished;
  for (auto& one : running_)
    if (one->has_ended()) finished.push_back(std::move(one));
  std::erase(running_, nullptr);
  const Clock::time_point start = Clock::now();
  for (const auto& one : finished) one->tell();
  // What the caller does with an answer is no time of those that still run: nobody reads what they write meanwhile.
  for (const auto& one : running_) one->wait_longer(Clock::now() - start);
}

bool Processes::wait(const std::function<bool()>& wanted) {
  for (;;) {
    start_waiting();
    if (running_.empty()) return true;
    if (!wanted()) return false;
    poll_once();
    end_finished();
  }
}

base::Result<Output> run(Command command, std::size_t most) {
  Output output;
  std::optional<base::Error> error;
  Processes processes(1);
  processes.add({.command = std::move(command),
                 .out =
                     [&](std::string_view text) {
                       output.text += text.substr(0, most - output.text.size());
                       return output.text.size() < most;
                     },
                 .ended =
                     [&](base::Result<Ending> ending) {
                       if (ending) {
                         output.ending = *std::move(ending);
                       } else {
                         error = ending.error();
                       }
                     }});
  processes.wait();
  if (error) return std::unexpected(*std::move(error));
  return output;
}

}  // namespace railhead::sys
