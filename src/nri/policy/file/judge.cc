#include "nri/policy/file/judge.h"

#include <map>

#include "base/format.h"
#include "manifest/job/check/path.h"
#include "nri/policy/amount.h"
#include "nri/policy/annotations.h"

namespace railhead::nri {
namespace {

using manifest::Value;
using manifest::job::joined_path;
using manifest::job::Problems;

/// A message about two amounts: what stands before the first and between them.
struct Words {
  std::string_view before;
  std::string_view between;
};

constexpr Words kSoftOverHard = {"", " is more than the hard limit of "};

class Judging {
 public:
  Judging(const Value& root, Problems& problems) : root_(root), problems_(problems) {}

  void rule(const WrittenRule& rule, const std::string& path);

 private:
  void memlock(const WrittenRule& rule, const std::string& path);
  void limit(const WrittenLimit& limit, const std::string& path);
  void limits(const std::vector<WrittenLimit>& limits, const std::string& path);
  /// Says it where `low` is more than `high`.
  void order(std::string_view type, const std::string& low, const std::string& high, const std::string& path,
             const Words& words);
  void say(const std::string& path, const std::string& message, const std::string& suggestion = {});

  const Value& root_;
  Problems& problems_;
};

void Judging::say(const std::string& path, const std::string& message, const std::string& suggestion) {
  if (!problems_.has(path)) problems_.add(manifest::job::nearest_at(root_, path), path, message, suggestion);
}

void Judging::order(std::string_view type, const std::string& low, const std::string& high, const std::string& path,
                    const Words& words) {
  const auto less = parse_amount(low);
  const auto more = parse_amount(high);
  if (less && more && is_more(*less, *more))
    say(path, base::format("{}{}{}{}", words.before, shown(type, *less), words.between, shown(type, *more)));
}

void Judging::memlock(const WrittenRule& rule, const std::string& path) {
  const WrittenLimit& limit = rule.memlock;
  order(kMemlock, limit.soft, limit.hard, path + ".memlock.soft", kSoftOverHard);
  order(kMemlock, limit.hard, limit.ceiling, path + ".ceiling", {"expected at least what memlock gives (", "), found "});
}

void Judging::limit(const WrittenLimit& limit, const std::string& path) {
  const std::string type = rlimit_type(limit.type);
  if (type == kMemlock)
    say(path + ".type", "expected another limit than memlock", "the rule has the fields memlock and ceiling for it");
  order(type, limit.soft, limit.hard, path + ".soft", kSoftOverHard);
  order(type, limit.hard, limit.ceiling, path + ".ceiling", {"expected at least the hard limit of ", ", found "});
  if (limit.hard.empty() && limit.ceiling.empty() && !problems_.has(path + ".hard") && !problems_.has(path))
    say(path, "expected hard, ceiling or both, found neither");
}

void Judging::limits(const std::vector<WrittenLimit>& limits, const std::string& path) {
  std::map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const std::string inner = joined_path(path, i);
    limit(limits[i], inner);
    const std::string type = rlimit_type(limits[i].type);
    const auto [first, added] = seen.emplace(type, i);
    if (!added && !type.empty())
      say(inner + ".type", base::format("{} is that of {} already", short_type(type), joined_path(path, first->second)));
  }
}

void Judging::rule(const WrittenRule& rule, const std::string& path) {
  // The mark of a container that no rule matched, and the word of metrics for it.
  if (rule.name == "none") say(path + ".name", "expected another name: none stands for no rule in logs and metrics");
  memlock(rule, path);
  limits(rule.limits, path + ".limits");
  const Value value = manifest::job::nearest_at(root_, path);
  if (!value["memlock"] && !value["ceiling"] && !value["limits"] && !problems_.has(path))
    say(path, "expected memlock, ceiling or limits, found none of them", "a rule that gives nothing has limits: []");
}

std::optional<Amount> amount_of(const std::string& text) {
  const auto amount = parse_amount(text);
  return amount ? std::optional(*amount) : std::nullopt;
}

/// Of a limit that the file has; its soft value is the hard one where the file does not say.
Grant grant_of(const WrittenLimit& limit, std::string type) {
  Grant grant{.type = std::move(type), .soft = amount_of(limit.soft), .hard = amount_of(limit.hard)};
  if (!grant.soft) grant.soft = grant.hard;
  const auto ceiling = amount_of(limit.ceiling);
  grant.ceiling = ceiling ? *ceiling : grant.hard.value_or(Amount{});
  return grant;
}

}  // namespace

void judge_policy(const WrittenPolicy& policy, const Value& root, Problems& problems) {
  Judging judging(root, problems);
  for (std::size_t i = 0; i < policy.rules.size(); ++i) judging.rule(policy.rules[i], joined_path("spec.rules", i));
}

Policy policy_of(WrittenPolicy written) {
  Policy policy{.honour = !written.ignore, .namespaces = std::move(written.namespaces), .reject_errors = written.reject};
  for (WrittenRule& one : written.rules) {
    Rule rule{.name = std::move(one.name), .match = std::move(one.match)};
    if (!one.memlock.hard.empty() || !one.memlock.ceiling.empty())
      rule.grants.push_back(grant_of(one.memlock, std::string(kMemlock)));
    for (const WrittenLimit& limit : one.limits) rule.grants.push_back(grant_of(limit, rlimit_type(limit.type)));
    policy.rules.push_back(std::move(rule));
  }
  return policy;
}

}  // namespace railhead::nri
