#include <algorithm>
#include <array>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "nri/policy/amount.h"
#include "nri/policy/annotations.h"
#include "nri/policy/decision.h"
#include "nri/policy/match.h"
#include "nri/policy/words.h"

namespace railhead::nri {
namespace {

/// "nofile 1024"; of memlock, which most of this is about, the amount alone.
std::string with_type(std::string_view type, const std::string& amount) {
  return type == kMemlock ? amount : base::format("{} {}", short_type(type), amount);
}

class Deciding {
 public:
  Deciding(const Policy& policy, const Node& node, const Subject& subject) : policy_(policy), node_(node), subject_(subject) {}

  Decision decided();

 private:
  std::string rule_said() const { return base::format("rule {}", shortened(rule_->name)); }
  const Rlimit* had(std::string_view type) const;
  const Grant* grant_of(std::string_view type) const;
  std::optional<Rlimit> gift_of(const Grant& grant) const;
  /// What an annotation asks for, where it is there to be looked at.
  void hear(const Wish& wish);
  void give(const Asked& asked, const std::string& key);
  void give_up_to(const Asked& asked, const std::string& key, const Grant& grant);
  void cut(const std::string& type, std::uint64_t most, std::uint64_t ceiling);
  void gift(const Grant& grant);
  void set(const Rlimit& limit);
  void refuse(std::string reason);
  bool is_asked(std::string_view type) const;
  Decision ended(Outcome outcome);

  const Policy& policy_;
  const Node& node_;
  const Subject& subject_;
  const Rule* rule_ = nullptr;
  std::vector<std::string> given_types_ = {};  // those that an annotation settled
  std::vector<Rlimit> limits_ = {};
  std::vector<std::string> reasons_ = {};
  std::vector<std::string> cuts_ = {};
  std::vector<std::string> refusals_ = {};
  bool rejected_ = false;
};

const Rlimit* Deciding::had(std::string_view type) const {
  const auto found = std::ranges::find(subject_.limits, type, &Rlimit::type);
  return found == subject_.limits.end() ? nullptr : &*found;
}

const Grant* Deciding::grant_of(std::string_view type) const {
  const auto found = std::ranges::find(rule_->grants, type, &Grant::type);
  return found == rule_->grants.end() ? nullptr : &*found;
}

bool Deciding::is_asked(std::string_view type) const { return std::ranges::find(given_types_, type) != given_types_.end(); }

void Deciding::refuse(std::string reason) { refusals_.push_back(std::move(reason)); }

/// What the rule gives without being asked; nothing where it gives none, or where that hangs on the node's memory.
std::optional<Rlimit> Deciding::gift_of(const Grant& grant) const {
  if (!grant.hard) return std::nullopt;
  const auto hard = value_on(node_, *grant.hard);
  const auto soft = value_on(node_, grant.soft.value_or(*grant.hard));
  if (!hard || !soft) return std::nullopt;
  return Rlimit{.type = grant.type, .soft = std::min(*soft, *hard), .hard = *hard};
}

void Deciding::set(const Rlimit& limit) {
  const Rlimit* before = had(limit.type);
  if (before && *before == limit) {
    reasons_.push_back(base::format("it has {} already", with_type(limit.type, shown(limit))));
  } else {
    limits_.push_back(limit);
  }
}

void Deciding::gift(const Grant& grant) {
  if (!grant.hard) return;
  std::optional<Rlimit> limit = gift_of(grant);
  if (!limit) {
    reasons_.push_back(
        base::format("{}: its {} is a share of the node's memory, which is not known", rule_said(), short_type(grant.type)));
    return;
  }
  reasons_.push_back(base::format("{} gives {}", rule_said(), with_type(grant.type, shown(*limit))));
  if (const Rlimit* before = had(grant.type)) {
    // A rule never lowers what is there.
    limit->soft = std::max(limit->soft, before->soft);
    limit->hard = std::max(limit->hard, before->hard);
  }
  set(*limit);
}

void Deciding::give(const Asked& asked, const std::string& key) {
  if (const Grant* grant = grant_of(asked.type)) return give_up_to(asked, key, *grant);
  refuse(base::format("{} asks for {}, which is not {}'s to give", key, short_type(asked.type), rule_said()));
}

void Deciding::give_up_to(const Asked& asked, const std::string& key, const Grant& grant) {
  const auto hard = value_on(node_, asked.hard);
  const auto soft = value_on(node_, asked.soft);
  const auto ceiling = value_on(node_, grant.ceiling);
  if (!hard || !soft || !ceiling)
    return refuse(base::format("{} asks for {}: {} is a share of the node's memory, which is not known", key,
                               with_type(grant.type, shown(asked.type, asked.soft, asked.hard)),
                               hard && soft ? "the ceiling" : "that"));
  given_types_.push_back(asked.type);
  reasons_.push_back(base::format("{} asks for {}", key, with_type(grant.type, shown(asked.type, asked.soft, asked.hard))));
  // Who asks gets no less than who does not, nor less than what is there, unless that is asked for.
  std::uint64_t most = *ceiling;
  if (const auto gift = gift_of(grant)) most = std::max(most, gift->hard);
  if (const Rlimit* before = had(grant.type)) most = std::max(most, before->hard);
  const Rlimit limit{.type = grant.type, .soft = std::min({*soft, *hard, most}), .hard = std::min(*hard, most)};
  if (*hard > most) cut(grant.type, most, *ceiling);
  set(limit);
}

void Deciding::cut(const std::string& type, std::uint64_t most, std::uint64_t ceiling) {
  const std::string what = type == kMemlock ? "cut" : "cut " + short_type(type);
  const std::string to = base::format("the ceiling of {}", shown(type, ceiling));
  cuts_.push_back(most == ceiling ? base::format("{} to {}", what, to)
                                  : base::format("{} to {}, which it has anyhow, more than {}", what, shown(type, most), to));
}

void Deciding::hear(const Wish& wish) {
  const std::string key = base::format("annotation {}", shortened(wish.key));
  if (!rule_) return refuse(base::format("{} asks for limits, and no rule matches", key));
  if (!is_honoured(policy_, subject_.space))
    return refuse(base::format("{} does not count: annotations are ignored in namespace {}", key, shortened(subject_.space)));
  if (!wish.asked) {
    rejected_ = policy_.reject_errors;
    return refuse(base::format("{} is refused: {}", key, shortened(wish.asked.error().message, 200)));
  }
  if (wish.asked->empty()) reasons_.push_back(base::format("{} asks for nothing", key));
  for (const Asked& one : *wish.asked) give(one, key);
}

Decision Deciding::ended(Outcome outcome) {
  std::ranges::move(cuts_, std::back_inserter(reasons_));
  std::ranges::move(refusals_, std::back_inserter(reasons_));
  return {.outcome = outcome, .rule = rule_ ? rule_->name : "", .limits = std::move(limits_), .reasons = std::move(reasons_)};
}

Decision Deciding::decided() {
  rule_ = rule_of(policy_, subject_);
  const std::optional<Wish> wish = wish_of(subject_.annotations, subject_.container);
  reasons_.push_back(rule_ ? base::format("{}: {}", rule_said(), why_matched(*rule_, subject_)) : "no rule matches");
  if (wish) hear(*wish);
  if (rejected_) {
    limits_.clear();
    // One sentence, since the runtime shows the last one alone.
    refusals_.back() += "; the policy says onError: reject";
    return ended(Outcome::rejected);
  }
  if (rule_)
    for (const Grant& grant : rule_->grants)
      if (!is_asked(grant.type)) gift(grant);
  if (rule_ && limits_.empty() && reasons_.size() == 1 && refusals_.empty())
    reasons_.push_back(base::format("{} gives {}", rule_said(), rule_->grants.empty() ? "nothing" : "to those alone who ask"));
  if (!refusals_.empty()) return ended(Outcome::refused);
  if (!cuts_.empty()) return ended(Outcome::capped);
  const Outcome outcome = limits_.empty() ? Outcome::kept : Outcome::set;
  return ended(outcome);
}

}  // namespace

std::string_view name(Outcome outcome) {
  constexpr std::array<std::string_view, kOutcomes> kNames = {"set", "capped", "kept", "refused", "rejected"};
  return kNames[static_cast<std::size_t>(outcome)];
}

Decision decide(const Policy& policy, const Node& node, const Subject& subject) {
  return Deciding(policy, node, subject).decided();
}

}  // namespace railhead::nri
