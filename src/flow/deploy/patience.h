#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "kube/failure.h"

namespace railhead::flow {

/// Whether a call may do well a moment later: nothing is known to be wrong but that no answer came.
inline bool may_pass(const kube::Failure& failure) { return failure.trouble == kube::Trouble::unreachable; }

/// Sleeps in short pieces, for as long as it is wanted.
inline void rest(std::chrono::milliseconds time, const std::function<bool()>& wanted) {
  constexpr std::chrono::milliseconds kPiece(50);
  for (; time.count() > 0 && wanted(); time -= kPiece) std::this_thread::sleep_for(std::min(time, kPiece));
}

/// Makes the call again while the server does not answer, each second, for as long as `patience` lasts. Calls must be such that
/// making them twice does no harm. `told` hears of it once.
template <class Call>
auto patiently(const Call& call, std::chrono::milliseconds patience, const std::function<bool()>& wanted,
               const std::function<void(const std::string&)>& told) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + patience;
  auto answer = call();
  for (bool first = true; !answer && may_pass(answer.error()) && Clock::now() < end && wanted(); first = false) {
    if (first) told("the API server does not answer; trying again");
    rest(std::chrono::seconds(1), wanted);
    if (wanted()) answer = call();
  }
  return answer;
}

}  // namespace railhead::flow
