// A policy of 'railhead nri': any text, as its file. What is read decides about a few containers.
#include <algorithm>

#include "nri/policy/decision.h"
#include "nri/policy/read.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;
using namespace railhead::nri;

namespace {

void claim_amount(const Amount& amount) {
  fuzz::claim(amount.kind != Amount::Kind::node_memory || (amount.permille > 0 && amount.permille <= 1000),
              "a share is above 0 and at most 1");
  fuzz::claim(amount.kind != Amount::Kind::number || amount.value != kUnlimited, "unlimited is no number");
}

void claim_grant(const Grant& grant) {
  fuzz::claim(grant.type.starts_with("RLIMIT_"), "a grant has its limit");
  fuzz::claim(grant.soft.has_value() == grant.hard.has_value(), "a grant has both values, or none");
  claim_amount(grant.ceiling);
  if (grant.hard) claim_amount(*grant.hard);
  if (!grant.hard || grant.hard->kind != Amount::Kind::number || grant.ceiling.kind != Amount::Kind::number) return;
  fuzz::claim(grant.hard->value <= grant.ceiling.value, "what is given is not above the ceiling");
}

void claim_policy(const Policy& policy) {
  fuzz::claim(policy.rules.size() <= 256 && policy.namespaces.size() <= 256, "a policy is bounded");
  std::vector<std::string> names;
  for (const Rule& rule : policy.rules) {
    fuzz::claim(!rule.name.empty() && rule.name.size() <= 63 && rule.name != "none", "a rule has a name");
    fuzz::claim(base::one_line(rule.name) == rule.name, "which is printable");
    names.push_back(rule.name);
    std::ranges::for_each(rule.grants, claim_grant);
  }
  std::ranges::sort(names);
  fuzz::claim(std::ranges::adjacent_find(names) == names.end(), "names of rules differ");
}

void claim_decision(const Policy& policy, const Subject& subject) {
  for (const Node& node : {Node{}, Node{.memory = std::uint64_t{1} << 40U}}) {
    const Decision decision = decide(policy, node, subject);
    for (const Rlimit& limit : decision.limits) fuzz::claim(limit.soft <= limit.hard, "a soft limit is not above the hard one");
    for (const std::string& reason : decision.reasons) {
      fuzz::claim(base::one_line(reason) == reason, "a reason is printable");
      fuzz::claim(reason.size() < 600, "a reason is short");
    }
    fuzz::claim(!decision.reasons.empty(), "a decision has a reason");
  }
}

}  // namespace

RAILHEAD_FUZZ(text) {
  const auto policy = read_policy(text, "x");
  if (!policy) {
    const std::string& message = policy.error().message;
    fuzz::claim_readable(message + policy.error().suggestion);
    fuzz::claim(message.starts_with("x:"), "a problem has its place");
    fuzz::claim(std::ranges::count(message, '\n') < 64, "problems are bounded");
    fuzz::claim(message.size() < std::size_t{64} * 2000, "a problem is said in short");
    return;
  }
  claim_policy(*policy);
  Subject subject{.space = "team-a", .container = "main", .labels = {{"app", "train"}}};
  claim_decision(*policy, subject);
  subject.devices = {{.path = "/dev/infiniband/uverbs0", .type = "c"}};
  subject.annotations = {{"memlock.railhead.dev/pod", "64Mi:unlimited"}};
  subject.limits = {{"RLIMIT_MEMLOCK", 8388608, 8388608}};
  claim_decision(*policy, subject);
}
