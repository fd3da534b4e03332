#include "nri/wire/present/synchronize.h"

#include <algorithm>

#include "nri/wire/fields.h"
#include "nri/wire/messages.h"

namespace railhead::nri {
namespace {

constexpr std::string_view kWhat = "SynchronizeRequest";

bool is_read(const Head& head) {
  return head.is_bytes && (head.number == kContainersField || (head.number == kPodsField && head.value <= kLongestPod));
}

}  // namespace

void SynchronizeReader::begin(std::size_t bytes) {
  left_ = bytes;
  skipped_ = 0;
  more_ = false;
}

base::Result<std::size_t> SynchronizeReader::eat(std::string_view bytes) {
  std::size_t eaten = 0;
  while (left_ > 0 && eaten < bytes.size()) {
    const std::string_view rest = bytes.substr(eaten, left_);
    std::size_t done = std::min(skipped_, rest.size());
    skipped_ -= done;
    if (done == 0) {
      const auto field = eat_field(rest);
      if (!field) return field;
      done = *field;
    }
    if (done == 0) break;
    left_ -= done;
    eaten += done;
  }
  return eaten;
}

base::Result<std::size_t> SynchronizeReader::eat_field(std::string_view bytes) {
  const Head head = head_of(bytes);
  const bool is_broken = head.size == 0 && bytes.size() >= std::min(left_, kMostHead);
  if (is_broken || (!head.is_number && head.value > left_ - head.size)) return unreadable(kWhat);
  if (head.size == 0) return 0;
  if (head.is_number) {
    if (head.number == kMoreField) more_ = head.value != 0;
    return head.size;
  }
  if (!is_read(head)) {
    skipped_ = head.value;
    return head.size;
  }
  if (bytes.size() - head.size < head.value) return 0;
  const std::string_view value = bytes.substr(head.size, head.value);
  const bool good = head.number == kPodsField ? pods_.keep(value) : eat_container(value);
  if (!good) return unreadable(kWhat);
  return head.size + head.value;
}

bool SynchronizeReader::eat_container(std::string_view container) {
  auto subject = read_present(container);
  if (!subject) return false;
  pods_.complete(*subject);
  present_(*subject, subject->container_annotations.contains(kMark));
  return true;
}

base::Result<bool> SynchronizeReader::end() {
  if (!more_) pods_.forget();
  if (left_ != 0) return unreadable(kWhat);
  return more_;
}

std::optional<CallHead> head_of_call(std::string_view bytes) {
  CallHead call;
  while (true) {
    const Head head = head_of(bytes.substr(call.size));
    if (head.size == 0) return std::nullopt;
    call.size += head.size;
    if (head.is_bytes && head.number == kPayloadField) {
      call.payload = head.value;
      return call;
    }
    const std::size_t value = head.is_number ? 0 : head.value;
    if (value > bytes.size() - call.size) return std::nullopt;
    if (head.is_bytes && head.number == kServiceField) call.service = bytes.substr(call.size, value);
    if (head.is_bytes && head.number == kMethodField) call.method = bytes.substr(call.size, value);
    call.size += value;
  }
}

}  // namespace railhead::nri
