// Payloads of NRI's messages: any bytes as each of them; and a decision that came back is what it was.
#include <algorithm>
#include <numeric>

#include "nri/wire/messages.h"
#include "nri/wire/present/synchronize.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

std::size_t size_of(const nri::Texts& texts) {
  return std::accumulate(texts.begin(), texts.end(), std::size_t{0},
                         [](std::size_t sum, const auto& one) { return sum + one.first.size() + one.second.size(); });
}

void claim_bounded(const nri::Subject& subject, std::size_t size) {
  const std::size_t names = subject.space.size() + subject.pod.size() + subject.pod_id.size() + subject.runtime_class.size() +
                            subject.container.size() + subject.container_id.size();
  fuzz::claim(names <= size, "names are parts of the message");
  fuzz::claim(size_of(subject.labels) + size_of(subject.annotations) + size_of(subject.container_annotations) <= size,
              "texts are parts of the message");
  fuzz::claim(subject.devices.size() * 2 + subject.limits.size() * 2 <= size, "a list has an entry where the message has one");
}

/// What a Synchronize of these bytes says when they come `step` at a time: its containers, and how it ends.
std::vector<std::string> told(std::string_view input, std::size_t step) {
  std::vector<std::string> found;
  const std::size_t size = input.size();
  nri::SynchronizeReader reader([&](const nri::Subject& subject, bool decided) {
    fuzz::claim(decided == subject.container_annotations.contains(nri::kMark), "the mark is an annotation");
    claim_bounded(subject, size);
    found.push_back(subject.container);
  });
  reader.begin(input.size());
  std::string kept;
  for (; !input.empty(); input.remove_prefix(std::min(step, input.size()))) {
    kept += input.substr(0, step);
    const auto eaten = reader.eat(kept);
    if (!eaten) return found.emplace_back("broken"), found;
    fuzz::claim(*eaten <= kept.size(), "no more is eaten than there is");
    kept.erase(0, *eaten);
  }
  const auto more = reader.end();
  found.emplace_back(!more ? "broken" : *more ? "more" : "end");
  return found;
}

bool is_inside(std::string_view part, std::string_view whole) {
  return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

}  // namespace

RAILHEAD_FUZZ(input) {
  if (const auto call = nri::read_call(input))
    fuzz::claim(is_inside(call->service, input) && is_inside(call->method, input) && is_inside(call->payload, input),
                "a call's texts are in its bytes");
  if (const auto answer = nri::read_answer(input)) fuzz::claim_readable(answer->message);
  if (const auto runtime = nri::read_configure(input)) fuzz::claim_readable(runtime->name + runtime->version);
  fuzz::claim(told(input, 7) == told(input, input.size() + 1), "where bytes are cut does not matter");
  if (const auto subject = nri::read_present(input)) claim_bounded(*subject, input.size());
  if (const auto subject = nri::read_creation(input)) claim_bounded(*subject, input.size());
  const std::string said = nri::declined(nri::kFailedPrecondition, input);
  const auto back = nri::read_answer(said);
  fuzz::claim(back && back->code == nri::kFailedPrecondition && back->message.size() <= 1024, "an answer can be read");
}
