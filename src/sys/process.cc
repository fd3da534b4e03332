#include "sys/process.h"

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "sys/running.h"

namespace railhead::sys {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kTick(100);
constexpr milliseconds kSoon(2);  // between the end of output and that of the program

}  // namespace

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
