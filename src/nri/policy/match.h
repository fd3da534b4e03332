#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nri/policy/policy.h"
#include "nri/policy/subject.h"

/// Which rule is a container's, and why.
namespace railhead::nri {

/// The first character device below /dev/infiniband; nullptr where there is none.
const Device* rdma_device_of(const Subject& subject);

/// The text is the pattern, or begins as it does where it ends in "*".
bool fits(std::string_view pattern, std::string_view text);

bool matches(const Match& match, const Subject& subject);

/// The first rule that matches; nullptr where none does.
const Rule* rule_of(const Policy& policy, const Subject& subject);

/// Annotations of pods of this namespace count.
bool is_honoured(const Policy& policy, std::string_view space);

/// What each condition of a match finds in the subject.
struct Condition {
  bool holds = false;
  std::string said = {};  // "its namespace is team-a", "it has no RDMA device"; printable, short
};
std::vector<Condition> conditions(const Match& match, const Subject& subject);

/// Why the rule matches, in a sentence without its end: "/dev/infiniband/uverbs0 is among its devices"; or else why not.
std::string why_matched(const Rule& rule, const Subject& subject);

}  // namespace railhead::nri
