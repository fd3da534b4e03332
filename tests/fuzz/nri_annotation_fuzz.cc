// Annotations that ask for limits: a key in the first line, its value behind it. What is asked for goes through a policy.
#include <algorithm>

#include "nri/policy/annotations.h"
#include "nri/policy/decision.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;
using namespace railhead::nri;

namespace {

constexpr std::uint64_t kCeiling = std::uint64_t{8} << 30U;
constexpr std::uint64_t kFiles = 65536;

Policy some_policy(bool reject) {
  const Amount gift{.value = std::uint64_t{64} << 20U};
  return {.rules = {{.name = "r",
                     .grants = {{.type = "RLIMIT_MEMLOCK", .soft = gift, .hard = gift, .ceiling = {.value = kCeiling}},
                                {.type = "RLIMIT_NOFILE", .ceiling = {.value = kFiles}}}}},
          .reject_errors = reject};
}

void claim_limit(const Rlimit& limit) {
  const bool memlock = limit.type == "RLIMIT_MEMLOCK";
  fuzz::claim(memlock || limit.type == "RLIMIT_NOFILE", "only the rule's limits are set");
  fuzz::claim(limit.hard <= (memlock ? kCeiling : kFiles), "nothing is above the ceiling");
  fuzz::claim(limit.soft <= limit.hard, "a soft limit is not above the hard one");
}

void claim_decision(const Decision& decision, bool bad, bool reject) {
  std::ranges::for_each(decision.limits, claim_limit);
  fuzz::claim(decision.limits.size() <= 2, "a limit is set once");
  fuzz::claim(decision.reasons.size() < 40, "reasons are bounded");
  for (const std::string& reason : decision.reasons) {
    fuzz::claim(base::one_line(reason) == reason, "a reason is printable");
    fuzz::claim(reason.size() < 600, "a reason is short");
  }
  if (!bad) return;
  fuzz::claim(decision.outcome == (reject ? Outcome::rejected : Outcome::refused), "what is bad is refused");
  fuzz::claim(decision.limits.size() == (reject ? 0U : 1U), "the rule's own gift still counts");
}

}  // namespace

RAILHEAD_FUZZ(text) {
  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::string_view key = text.substr(0, line);
  const std::string_view value = line == text.size() ? std::string_view() : text.substr(line + 1);
  const auto named = named_by(key);
  if (named && !*named) fuzz::claim_readable(named->error().message);
  const std::string container = named && *named ? (*named)->container : "main";
  const auto asked = read_annotation(key, value);
  if (!asked) {
    fuzz::claim_readable(asked.error().message + asked.error().suggestion);
    fuzz::claim(asked.error().message.size() < 400, "why a value is bad is said in short");
  }
  const Subject subject{.space = std::string(value.substr(0, 63)),
                        .container = container.empty() ? "main" : container,
                        .annotations = {{std::string(key), std::string(value)}}};
  const bool heard = named && *named;
  for (const bool reject : {false, true})
    claim_decision(decide(some_policy(reject), {.memory = std::uint64_t{1} << 40U}, subject), heard && !asked, reject);
}
