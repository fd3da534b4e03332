#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nri/policy/policy.h"
#include "nri/policy/subject.h"

namespace railhead::nri {

/// What a policy makes of a container, in the words of metrics and logs: `name(Outcome)`.
enum class Outcome : std::uint8_t {
  set,      // limits are set
  capped,   // the same, and an annotation asked for more than the ceiling
  kept,     // nothing to do: no rule matches, or the rule sets nothing, or the container has it already
  refused,  // what an annotation asks is not given (it is bad, not honoured, or not the rule's to give)
  rejected  // onError: reject, and the annotation is bad: the container must not start
};

std::string_view name(Outcome outcome);
constexpr std::size_t kOutcomes = 5;

/// `limits` may be filled with `refused` too: what the rule gives without being asked. `reasons` are sentences for people, in
/// the order of the thoughts; the last one decides. All of them are printable.
struct Decision {
  Outcome outcome = Outcome::kept;
  std::string rule = {};  // its name; empty: none matches
  std::vector<Rlimit> limits = {};
  std::vector<std::string> reasons = {};
  bool mark = true;  // the container is marked as decided on; not where nothing may be changed
};

/// What a policy needs to know of the node.
struct Node {
  std::uint64_t memory = 0;  // MemTotal of /proc/meminfo, in bytes; 0: not known
};

/// Pure: the same for the same arguments. Bounded by the size of the subject.
Decision decide(const Policy& policy, const Node& node, const Subject& subject);

}  // namespace railhead::nri
