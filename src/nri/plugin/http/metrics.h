#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "nri/policy/decision.h"
#include "nri/policy/policy.h"

namespace railhead::nri {

/// What the plugin counts, and its page for Prometheus (text format 0.0.4). It grows with the rules of the policy alone.
class Metrics {
 public:
  std::uint64_t connects = 0;     // sessions that became ready
  std::uint64_t disconnects = 0;  // of these, those that ended
  std::uint64_t reload_errors = 0;
  std::uint64_t missed = 0;
  std::uint64_t generation = 0;  // of the policy: 1 is the first
  bool connected = false;
  bool audit = false;

  /// The rules that are counted from now on; counts of those that stay are kept, those of others go.
  void adopt(const Policy& policy);
  /// A rule that the policy has not counts as "none".
  void decided(std::string_view rule, Outcome outcome, std::chrono::nanoseconds took);

  std::uint64_t rules() const { return rules_.size() - 1; }
  /// `resident`: bytes of memory that the process holds; `dropped`: lines of the log that nobody took.
  std::string page(std::uint64_t resident, std::uint64_t dropped) const;

 private:
  static constexpr std::size_t kBuckets = 14;  // the last one is +Inf
  using Outcomes = std::array<std::uint64_t, kOutcomes>;

  std::string decisions() const;
  std::string histogram() const;

  std::map<std::string, Outcomes, std::less<>> rules_ = {{"none", {}}};
  std::array<std::uint64_t, kBuckets> buckets_{};
  std::chrono::nanoseconds sum_{};
};

/// A label's value as the text format wants it: backslash, quote and newline escaped, what is no UTF-8 replaced.
std::string label_value(std::string_view text);

/// VmRSS of this process in bytes (/proc/self/statm); 0 where it cannot be read.
std::uint64_t resident_bytes();

}  // namespace railhead::nri
