#include "kube/pods/ask.h"

#include <deque>
#include <utility>

#include "kube/pods/script.h"
#include "kube/pods/silence.h"

namespace railhead::kube {
namespace {

constexpr std::size_t kMostReply = std::size_t{16} << 20U;

/// One pod, asked until it answers or there is no other way.
class OnePod {
 public:
  OnePod(const Client& client, const Asking& asking, const facts::Pod& pod, std::function<void(Reply)> done)
      : client_(client), asking_(asking), pod_(pod), done_(std::move(done)) {}

  void ask(sys::Processes& processes, AskedFor question, bool last, Place place, bool plain = false) {
    reply_ = {};
    reply_.place = place;
    reply_.old = plain;
    processes.add({.command = command(question, last, place, plain),
                   .out =
                       [this](std::string_view piece) {
                         reply_.text += piece;
                         return reply_.text.size() <= kMostReply;
                       },
                   .ended = [this, &processes, question,
                             last](const base::Result<sys::Ending>& ending) { take(processes, question, last, ending); }});
  }

 private:
  sys::Command command(AskedFor question, bool last, Place place, bool plain) const {
    std::vector<std::string> words = {"exec", "-n", pod_.space, pod_.name, "-c", pod_.container};
    const bool copies = place == Place::copied && question == AskedFor::snapshot;
    if (copies) words.insert(words.begin() + 1, "-i");
    words.emplace_back("--");
    if (place == Place::copied)
      for (const std::string& word : {std::string("sh"), std::string("-c"), std::string(copies ? kCopyAndRun : kRunCopy),
                                      std::string("sh"), asking_.copy_name, std::string(last ? "1" : "0")})
        words.push_back(word);
    else
      words.emplace_back(place == Place::launcher ? asking_.launcher : "railhead");
    words.emplace_back("snapshot");
    if (!plain) words.emplace_back(question == AskedFor::counters ? "--counters" : "--ranks");
    sys::Command command = client_.command(std::move(words), asking_.limit);
    if (copies) command.input_file = asking_.program;
    return command;
  }

  void take(sys::Processes& processes, AskedFor question, bool last, const base::Result<sys::Ending>& ending) {
    if (!ending) return end({.silence = Silence::other, .why = ending.error().message + ": " + ending.error().cause});
    if (ending->enough) return end({.silence = Silence::other, .why = "its snapshot has more than 16 MiB"});
    if (ending->code == 0 && !ending->timed_out) {
      reply_.answered = true;
      return done_(std::exchange(reply_, {}));
    }
    const Place place = reply_.place;
    if (!ending->timed_out && !reply_.old && is_older(*ending) && question == AskedFor::snapshot)
      return ask(processes, question, last, place, true);
    if (place == Place::copied) return end_copied(*ending);
    if (ending->timed_out || !is_without_program(*ending)) return end(silent(*ending, asking_.limit));
    if (place == Place::launcher) return ask(processes, question, last, Place::path);
    if (asking_.program.empty() || question == AskedFor::counters)
      return end({.silence = Silence::no_program, .why = "has no railhead: neither " + asking_.launcher + " nor in PATH"});
    ask(processes, question, last, Place::copied);
  }

  void end_copied(const sys::Ending& ending) {
    std::string why = ending.timed_out ? std::string() : why_copy_failed(ending);
    if (why.empty()) return end(silent(ending, asking_.limit));
    end({.silence = Silence::no_program, .why = std::move(why)});
  }

  void end(Reply reply) {
    reply_ = {};
    done_(std::move(reply));
  }

  const Client& client_;
  const Asking& asking_;
  const facts::Pod& pod_;
  std::function<void(Reply)> done_;
  Reply reply_;
};

}  // namespace

bool ask_pods(const Client& client, const Asking& asking, std::span<const facts::Pod> pods, AskedFor question, bool last,
              const std::function<Place(std::size_t)>& place, const std::function<void(std::size_t, Reply)>& done) {
  std::deque<OnePod> all;
  sys::Processes processes(asking.at_once);
  for (std::size_t i = 0; i < pods.size(); ++i)
    all.emplace_back(client, asking, pods[i], [&done, i](Reply reply) { done(i, std::move(reply)); })
        .ask(processes, question, last, place(i));
  return processes.wait(asking.wanted);
}

}  // namespace railhead::kube
