#include <algorithm>
#include <deque>
#include <utility>

#include "base/format.h"
#include "kube/pods/ask.h"
#include "kube/pods/silence.h"

namespace railhead::kube {
namespace {

constexpr std::size_t kHead = std::size_t{4} << 20U;
constexpr std::size_t kTail = std::size_t{1} << 20U;
constexpr std::size_t kSeam = 256;  // the end of the head, by which it is found in the tail

/// One pod's log. Both bounds are told to the cluster and kept here, for clients and kubelets that do not.
class Log {
 public:
  Log(const Client& client, const Asking& asking, const facts::Pod& pod, const LogTaker& taker, std::size_t index)
      : client_(client), asking_(asking), pod_(pod), taker_(taker), index_(index) {}

  void read_head(sys::Processes& processes) {
    processes.add({.command = command({base::format("--limit-bytes={}", kHead)}),
                   .out = [this](std::string_view piece) { return take_head(piece); },
                   .ended =
                       [this, &processes](const base::Result<sys::Ending>& ending) {
                         const std::string why = why_failed(ending);
                         if (!why.empty() || count_ < kHead) return taker_.done(index_, why);
                         read_tail(processes);
                       }});
  }

 private:
  sys::Command command(std::vector<std::string> bounds) const {
    std::vector<std::string> words = {"logs", "-n", pod_.space, pod_.name, "-c", pod_.container};
    std::ranges::move(bounds, std::back_inserter(words));
    return client_.command(std::move(words), asking_.limit);
  }

  bool take_head(std::string_view piece) {
    piece = piece.substr(0, kHead - count_);
    count_ += piece.size();
    seam_ += piece.substr(piece.size() - std::min(piece.size(), kSeam));
    if (seam_.size() > kSeam) seam_.erase(0, seam_.size() - kSeam);
    taker_.take(index_, piece);
    return count_ < kHead;
  }

  void read_tail(sys::Processes& processes) {
    processes.add({.command = command({"--tail=4000", base::format("--limit-bytes={}", kTail)}),
                   .out =
                       [this](std::string_view piece) {
                         tail_ += piece.substr(0, kTail - tail_.size());
                         return tail_.size() < kTail;
                       },
                   .ended =
                       [this](const base::Result<sys::Ending>& ending) {
                         give_tail();
                         taker_.done(index_, why_failed(ending));
                       }});
  }

  void give_tail() {
    const std::size_t seam = tail_.find(seam_);
    if (seam == std::string::npos) taker_.cut(index_);
    taker_.take(index_, std::string_view(tail_).substr(seam == std::string::npos ? 0 : seam + seam_.size()));
    tail_ = {};
  }

  std::string why_failed(const base::Result<sys::Ending>& ending) const {
    if (!ending) return ending.error().message;
    if (ending->enough || (ending->code == 0 && !ending->timed_out)) return {};
    return silent(*ending, asking_.limit).why;
  }

  const Client& client_;
  const Asking& asking_;
  const facts::Pod& pod_;
  const LogTaker& taker_;
  std::size_t index_;
  std::size_t count_ = 0;
  std::string seam_;
  std::string tail_;
};

}  // namespace

bool read_logs(const Client& client, const Asking& asking, std::span<const facts::Pod> pods, const LogTaker& taker) {
  std::deque<Log> all;
  sys::Processes processes(asking.at_once);
  for (std::size_t i = 0; i < pods.size(); ++i) all.emplace_back(client, asking, pods[i], taker, i).read_head(processes);
  return processes.wait(asking.wanted);
}

}  // namespace railhead::kube
