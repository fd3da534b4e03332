#include "nri/plugin/judge.h"

#include <algorithm>
#include <functional>

#include "nri/plugin/instant.h"
#include "nri/plugin/log/told.h"

namespace railhead::nri {
namespace {

constexpr std::uint64_t kMostMissed = 20;  // lines a session; the rest is a count

}  // namespace

void Judge::adopt(Policy policy, const Node& node) {
  policy_ = std::move(policy);
  node_ = node;
  metrics_.adopt(policy_);
}

void Judge::configured(const RuntimeInfo& runtime) {
  runtime_ = runtime;
  present_ = missed_ = 0;
}

/// A container is missed where the policy would have given it something. In audit mode nothing is ever given, and what was
/// decided on carries no mark.
void Judge::present(const Subject& subject, bool decided) {
  ++present_;
  if (decided || audit_) return;
  const Decision decision = decide(policy_, node_, subject);
  if (decision.limits.empty() || decision.outcome == Outcome::rejected || is_told(subject.container_id)) return;
  ++metrics_.missed;
  if (++missed_ <= kMostMissed) journal_.add(missed_line(subject, decision));
}

bool Judge::is_told(const std::string& container_id) {
  const std::size_t number = std::hash<std::string>{}(container_id) | 1U;  // 0 is a free place
  auto& set = told_[(number >> 1U) % told_.size()];
  if (std::ranges::find(set, number) != set.end()) return true;
  std::ranges::rotate(set, set.end() - 1);
  set.front() = number;
  return false;
}

void Judge::ready() {
  ++metrics_.connects;
  metrics_.connected = true;
  if (missed_ > kMostMissed)
    journal_.add(Line("warn", "missed")
                     .text("outcome", "missed")
                     .number("more", missed_ - kMostMissed)
                     .texts("reasons", {"more containers were made while the plugin was away than are listed here"}));
  journal_.add(
      Line("info", "connected")
          .text("runtime", runtime_.name)
          .text("version", runtime_.version)
          .number("request_timeout_ms", static_cast<std::uint64_t>(std::max<std::int64_t>(runtime_.request_timeout.count(), 0)))
          .number("containers", present_)
          .number("missed", missed_));
}

Decision Judge::create(const Subject& subject) {
  const Instant start = Clock::now();
  Decision decision = decide(policy_, node_, subject);
  const auto took = std::chrono::nanoseconds(Clock::now() - start);
  metrics_.decided(decision.rule, decision.outcome, took);
  if (log_all_ || decision.outcome != Outcome::kept) journal_.add(decision_line(subject, decision, audit_, took));
  if (audit_) return {.outcome = Outcome::kept, .rule = decision.rule, .mark = false};
  return decision;
}

void Judge::shut_down() { journal_.add(Line("info", "shutdown").text("message", "the runtime says that it shuts down")); }

}  // namespace railhead::nri
