#include "nri/wire/session.h"

#include <optional>

#include "base/format.h"
#include "nri/wire/calls.h"
#include "nri/wire/frame.h"
#include "nri/wire/outbox.h"
#include "nri/wire/refusal.h"
#include "nri/wire/ttrpc.h"

namespace railhead::nri {
namespace {

constexpr std::size_t kMostPending = std::size_t{8} << 20U;
constexpr std::uint32_t kRegistration = 1;  // the stream of the only call that the plugin makes

std::unexpected<base::Error> broken(std::string message) {
  return std::unexpected(base::Error{.code = base::Code::malformed, .message = std::move(message)});
}

}  // namespace

class Session::State : public Eater {
 public:
  State(std::string name, std::string index, Events& events)
      : name_(std::move(name)), index_(std::move(index)), calls_(events), plugin_(*this) {}

  void start();
  base::Result<void> take(std::string_view bytes);
  Outbox& out() { return out_; }
  bool is_ready() const { return registered_ && calls_.is_synchronized(); }
  std::string_view waits_for() const;
  bool is_in_the_middle() const;
  base::Result<bool> begin(const Message& message, std::size_t length) override;
  base::Result<std::size_t> eat(std::string_view bytes) override { return calls_.take_long(bytes); }

 private:
  base::Result<void> take_piece(const Piece& piece);
  base::Result<void> handle(std::uint32_t connection, const Message& message);
  base::Result<void> check_stream(std::uint32_t stream) const;
  base::Result<std::string> answer_to(const Message& message);
  base::Result<void> called(const Message& message);
  base::Result<void> answered(const Message& message);

  std::string name_;
  std::string index_;
  Calls calls_;
  FrameReader frames_ = {};
  MessageReader plugin_;        // connection 1
  MessageReader runtime_ = {};  // connection 2
  Outbox out_ = {};
  std::uint32_t last_call_ = 0;  // its stream
  bool started_ = false;
  bool registered_ = false;
  std::optional<base::Error> failed_ = {};
};

void Session::State::start() {
  if (started_) return;
  started_ = true;
  append_message(out_.end(), kRuntimeConnection, {kRegistration, MessageType::request, registration(name_, index_)});
}

base::Result<void> Session::State::take(std::string_view bytes) {
  while (!failed_) {
    const auto piece = frames_.next(bytes);
    if (piece && !*piece) return {};
    auto taken = piece ? take_piece(**piece) : std::unexpected(piece.error());
    if (!taken) failed_ = std::move(taken.error());
  }
  return std::unexpected(*failed_);
}

base::Result<void> Session::State::take_piece(const Piece& piece) {
  MessageReader& reader = piece.connection == kPluginConnection ? plugin_ : runtime_;
  std::string_view rest = piece.bytes;
  while (true) {
    const auto message = reader.next(rest);
    if (!message) return std::unexpected(message.error());
    if (!*message) return {};
    if (auto handled = handle(piece.connection, **message); !handled) return handled;
  }
}

base::Result<void> Session::State::handle(std::uint32_t connection, const Message& message) {
  const bool is_call = message.type == MessageType::request;
  if (is_call && connection == kPluginConnection) return called(message);
  if (!is_call && connection == kRuntimeConnection) return answered(message);
  return broken(base::format("The runtime sent a {} in stream {} of connection {}, which is for {}.",
                             is_call ? "request" : "response", message.stream, connection,
                             is_call ? "calls of the plugin" : "its own calls"));
}

base::Result<void> Session::State::check_stream(std::uint32_t stream) const {
  if (stream % 2 == 0)
    return broken(base::format("The runtime called in stream {}, but the streams of calls are odd.", stream));
  if (stream <= last_call_)
    return broken(
        base::format("The runtime called in stream {} after stream {}, but each call has a higher one.", stream, last_call_));
  return {};
}

base::Result<bool> Session::State::begin(const Message& message, std::size_t length) {
  if (message.type != MessageType::request) return false;
  if (auto good = check_stream(message.stream); !good) return std::unexpected(good.error());
  return calls_.begin_long(message.payload, length);
}

base::Result<std::string> Session::State::answer_to(const Message& message) {
  if (message.is_eaten) return calls_.answer_long(message.payload);
  const auto call = read_call(message.payload);
  if (!call) return std::unexpected(call.error());
  return calls_.answer(*call);
}

base::Result<void> Session::State::called(const Message& message) {
  if (auto good = check_stream(message.stream); !good) return good;
  last_call_ = message.stream;
  const auto answer = answer_to(message);
  if (!answer) return std::unexpected(answer.error());
  append_message(out_.end(), kPluginConnection, {message.stream, MessageType::response, *answer});
  if (out_.rest().size() <= kMostPending) return {};
  return broken(base::format("The runtime calls but does not read: more than {} bytes of answers wait for it.", kMostPending));
}

base::Result<void> Session::State::answered(const Message& message) {
  if (!started_ || registered_ || message.stream != kRegistration)
    return broken(base::format("The runtime answered in stream {}, where nothing was asked.", message.stream));
  const auto answer = read_answer(message.payload);
  if (!answer) return std::unexpected(answer.error());
  if (answer->code != kOk) return std::unexpected(refusal(*answer, name_, index_));
  registered_ = true;
  return {};
}

std::string_view Session::State::waits_for() const {
  if (!calls_.is_configured()) return registered_ ? "Configure" : "an answer to RegisterPlugin";
  if (!calls_.is_synchronized()) return "Synchronize";
  return registered_ ? "" : "an answer to RegisterPlugin";
}

bool Session::State::is_in_the_middle() const {
  return frames_.is_in_the_middle() || plugin_.is_in_the_middle() || runtime_.is_in_the_middle() || !out_.rest().empty();
}

Session::Session(std::string name, std::string index, Events& events)
    : state_(std::make_unique<State>(std::move(name), std::move(index), events)) {}

Session::~Session() = default;

void Session::start() { state_->start(); }

base::Result<void> Session::take(std::string_view bytes) { return state_->take(bytes); }

std::string_view Session::pending() const { return state_->out().rest(); }

void Session::wrote(std::size_t bytes) { state_->out().wrote(bytes); }

bool Session::is_ready() const { return state_->is_ready(); }

std::string_view Session::waits_for() const { return state_->waits_for(); }

bool Session::is_in_the_middle() const { return state_->is_in_the_middle(); }

base::Error Session::closed() const { return end_of_session(is_ready(), waits_for()); }

}  // namespace railhead::nri
