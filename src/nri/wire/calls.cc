#include "nri/wire/calls.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "nri/wire/fields.h"

namespace railhead::nri {
namespace {

std::unexpected<base::Error> out_of_turn(std::string_view method, std::string_view before) {
  return std::unexpected(
      base::Error{.code = base::Code::malformed,
                  .message = base::format("The runtime called {} before {}, which NRI does not.", method, before)});
}

/// What a pod's events show of a container that must not start.
std::string why_not(const Subject& subject, const Decision& decision) {
  return base::format("The node's memlock policy (rule {}) does not let container {} of pod {}/{} start: {}",
                      decision.rule.empty() ? "none" : decision.rule, subject.container, subject.space, subject.pod,
                      decision.reasons.empty() ? "it gives no reason" : decision.reasons.back());
}

}  // namespace

Calls::Calls(Events& events)
    : events_(events), present_([&events](const Subject& subject, bool decided) { events.present(subject, decided); }) {}

struct Calls::Known {
  std::string_view method;
  base::Result<std::string> (Calls::*answer)(std::string_view);
};

const Calls::Known* Calls::known(std::string_view method) {
  // Runtimes ask none of those that are passed, unless they ignore what the plugin asked for.
  static constexpr std::array<Known, 18> kKnown = {{{"Configure", &Calls::configure},
                                                    {"Synchronize", &Calls::synchronize},
                                                    {"CreateContainer", &Calls::create},
                                                    {"Shutdown", &Calls::shut_down},
                                                    {"UpdateContainer", &Calls::pass},
                                                    {"StopContainer", &Calls::pass},
                                                    {"StateChange", &Calls::pass},
                                                    {"ValidateContainerAdjustment", &Calls::pass},
                                                    {"RunPodSandbox", &Calls::pass},
                                                    {"UpdatePodSandbox", &Calls::pass},
                                                    {"PostUpdatePodSandbox", &Calls::pass},
                                                    {"StopPodSandbox", &Calls::pass},
                                                    {"RemovePodSandbox", &Calls::pass},
                                                    {"PostCreateContainer", &Calls::pass},
                                                    {"StartContainer", &Calls::pass},
                                                    {"PostStartContainer", &Calls::pass},
                                                    {"PostUpdateContainer", &Calls::pass},
                                                    {"RemoveContainer", &Calls::pass}}};
  const auto found = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& one) { return one.method == method; });
  return found == kKnown.end() ? nullptr : &*found;
}

base::Result<std::string> Calls::answer(const Call& call) {
  if (call.service != kPluginService)
    return declined(kUnimplemented, base::format("service {} is not here", base::one_line(call.service.substr(0, 128))));
  const Known* known = Calls::known(call.method);
  if (known == nullptr)
    return declined(kUnimplemented, base::format("method {} is not here", base::one_line(call.method.substr(0, 128))));
  return (this->*known->answer)(call.payload);
}

base::Result<std::string> Calls::configure(std::string_view payload) {
  const auto runtime = read_configure(payload);
  if (!runtime) return std::unexpected(runtime.error());
  configured_ = true;
  events_.configured(*runtime);
  return accepted(configure_answer());
}

base::Result<std::string> Calls::synchronize(std::string_view payload) {
  if (!configured_) return out_of_turn("Synchronize", "Configure");
  present_.begin(payload.size());
  if (const auto eaten = present_.eat(payload); !eaten) return std::unexpected(eaten.error());
  return synchronized();
}

base::Result<std::string> Calls::synchronized() {
  const auto more = present_.end();
  if (!more) return std::unexpected(more.error());
  const bool first = !synchronized_ && !*more;
  synchronized_ = synchronized_ || first;
  if (first) events_.ready();
  return accepted(synchronize_answer(*more));
}

base::Result<bool> Calls::begin_long(std::string_view beginning, std::size_t length) {
  const auto head = head_of_call(beginning);
  if (!head || head->service != kPluginService || head->method != "Synchronize") return false;
  if (!configured_) return out_of_turn("Synchronize", "Configure");
  if (head->payload > length - head->size) return unreadable("request");
  before_ = head->size;
  present_.begin(head->payload);
  return true;
}

base::Result<std::size_t> Calls::take_long(std::string_view bytes) {
  const std::size_t before = std::exchange(before_, 0);
  const auto eaten = present_.eat(bytes.substr(before));
  if (!eaten) return eaten;
  return before + *eaten;
}

base::Result<std::string> Calls::answer_long(std::string_view rest) {
  // Times and metadata. Another payload would mean that what was told was not it.
  Fields fields(rest);
  for (Field field; fields.next(field);)
    if (field.is_bytes && field.number <= kPayloadField) return unreadable("request");
  if (!fields.is_at_end()) return unreadable("request");
  return synchronized();
}

base::Result<std::string> Calls::create(std::string_view payload) {
  if (!synchronized_) return out_of_turn("CreateContainer", "Synchronize");
  const auto subject = read_creation(payload);
  if (!subject) return std::unexpected(subject.error());
  const Decision decision = events_.create(*subject);
  // Any other status would do as well: the runtime fails the creation with the text and goes on with the plugin.
  if (decision.outcome == Outcome::rejected) return declined(kFailedPrecondition, why_not(*subject, decision));
  return accepted(creation_answer(decision));
}

base::Result<std::string> Calls::shut_down(std::string_view) {
  events_.shut_down();
  return accepted({});
}

base::Result<std::string> Calls::pass(std::string_view) { return accepted({}); }

}  // namespace railhead::nri
