#include "manifest/scc/denial.h"

#include <unordered_set>

#include "base/format.h"
#include "manifest/validation/go_text.h"
#include "manifest/validation/refused_name.h"

namespace railhead::manifest::scc {

namespace {

constexpr const char* kRestrictedHint =
    "no access to scc/restricted: Forbidden: the pod fails to validate against the `restricted-v2` security context "
    "constraint, but would validate successfully against the `restricted` security context constraint";

std::vector<std::string> entries(const std::vector<Attempt>& attempts) {
  std::vector<std::string> texts;
  std::size_t count = attempts.size();
  for (const Attempt& attempt : attempts) count += attempt.refusals.size();
  texts.reserve(count);
  for (const Attempt& attempt : attempts) {
    if (attempt.access.by == AccessBy::none) {
      texts.push_back(
          base::format("provider {}: Forbidden: not usable by user or serviceaccount", go_quoted(attempt.constraint->name)));
    }
    for (const Refusal& refusal : attempt.refusals) texts.push_back(refusal.text);
  }
  return texts;
}

}  // namespace

std::string forbidden(const Pod& pod, std::string_view reason) {
  return base::format("pods {} is forbidden: {}", go_quoted(refused_name(pod)), reason);
}

std::string aggregated(const std::vector<std::string>& errors) {
  std::unordered_set<std::string_view> seen;
  std::string list;
  for (const std::string& error : errors) {
    if (!seen.insert(error).second) continue;
    if (seen.size() > 1) list += ", ";
    list += error;
  }
  return seen.size() == 1 ? list : base::format("[{}]", list);
}

std::string none_admits(const Pod& pod, const std::vector<Attempt>& attempts, bool restricted_would) {
  std::vector<std::string> texts = entries(attempts);
  if (restricted_would) texts.emplace_back(kRestrictedHint);
  return forbidden(pod, "unable to validate against any security context constraint: " + aggregated(texts));
}

}  // namespace railhead::manifest::scc
