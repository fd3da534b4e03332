// A runtime that sends anything: the whole session, in pieces as the first byte says, registered or not.
#include <algorithm>

#include "nri/wire/frame.h"
#include "nri/wire/present/pods.h"
#include "nri/wire/session.h"
#include "nri/wire/ttrpc.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

constexpr std::size_t kMostPending = (std::size_t{8} << 20U) + 4096;  // and the answer that broke the limit

/// Holds what a session promises to who listens.
class Listener : public nri::Events {
 public:
  explicit Listener(bool mark) { decision_.mark = mark; }
  void configured(const nri::RuntimeInfo& runtime) override {
    fuzz::claim_readable(runtime.name + runtime.version);
    fuzz::claim(runtime.request_timeout.count() >= 0, "no time is negative");
    configured_ = true;
  }
  void present(const nri::Subject& subject, bool) override {
    fuzz::claim(configured_, "containers are told after Configure");
    std::size_t bytes = 0;
    for (const nri::Texts* texts : {&subject.labels, &subject.annotations})
      for (const auto& [key, value] : *texts) bytes += key.size() + value.size();
    fuzz::claim(bytes <= nri::kLongestPod, "of a long pod there is no more than its name");
  }
  void ready() override { fuzz::claim(configured_ && !std::exchange(ready_, true), "ready is told once"); }
  nri::Decision create(const nri::Subject& subject) override {
    fuzz::claim(ready_, "creations come when it is ready");
    decision_.outcome = subject.devices.empty() ? nri::Outcome::kept : nri::Outcome::rejected;
    decision_.rule = subject.container.substr(0, 64);
    return decision_;
  }
  void shut_down() override {}

 private:
  nri::Decision decision_ = {};
  bool configured_ = false;
  bool ready_ = false;
};

/// What the session says is frames of whole messages that another reader takes.
void claim_written(std::string_view bytes) {
  nri::FrameReader frames;
  nri::MessageReader messages[2];
  while (true) {
    const auto piece = frames.next(bytes);
    fuzz::claim(piece.has_value(), "frames that are written can be read");
    if (!*piece) break;
    fuzz::claim((*piece)->bytes.size() <= nri::kMostWritten, "frames fit a runtime's reader");
    std::string_view rest = (*piece)->bytes;
    while (true) {
      const auto message = messages[(*piece)->connection - 1].next(rest);
      fuzz::claim(message.has_value(), "messages that are written can be read");
      if (!*message) break;
    }
  }
  fuzz::claim(!frames.is_in_the_middle() && !messages[0].is_in_the_middle() && !messages[1].is_in_the_middle(),
              "nothing is half written");
}

void claim_error(const base::Error& error) {
  fuzz::claim(!error.message.empty() && error.message.size() < 1500, "an error is a sentence");
  fuzz::claim_readable(error.message + error.cause + error.suggestion);
}

}  // namespace

RAILHEAD_FUZZ(input) {
  if (input.empty()) return;
  const auto first = static_cast<unsigned char>(input[0]);
  input.remove_prefix(1);
  const std::size_t step = (first & 0x3fU) == 0 ? input.size() + 1 : first & 0x3fU;
  const bool reads = (first & 0x40U) == 0;
  Listener listener((first & 0x80U) == 0);
  nri::Session session("railhead", "10", listener);
  session.start();
  claim_written(session.pending());
  if (reads) session.wrote(session.pending().size());
  bool failed = false;
  while (!input.empty()) {
    const auto taken = session.take(input.substr(0, step));
    input.remove_prefix(std::min(step, input.size()));
    fuzz::claim(!failed || !taken, "an error is final");
    fuzz::claim(session.pending().size() <= kMostPending, "what waits is bounded");
    if (!taken) claim_error(taken.error());
    failed = !taken;
    if (reads) claim_written(session.pending());
    if (reads) session.wrote(session.pending().size());
  }
  claim_error(session.closed());
  fuzz::claim(session.is_ready() == session.waits_for().empty(), "who is ready waits for nothing");
}
