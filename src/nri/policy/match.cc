#include "nri/policy/match.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "nri/policy/words.h"

namespace railhead::nri {
namespace {

constexpr std::size_t kShown = 64;  // bytes of a text of a pod or of the policy in a condition

/// An entry that has the key and the value of a pattern; `but`: entries that are here with the same value do not count.
Texts::const_iterator entry_of(const Texts& texts, const Texts::value_type& wanted, const Texts* but) {
  const auto counts = [&](const Texts::value_type& one) {
    if (!fits(wanted.second, one.second)) return false;
    const auto same = but ? but->find(one.first) : Texts::const_iterator();
    return !but || same == but->end() || same->second != one.second;
  };
  std::string_view begin = wanted.first;
  if (begin.ends_with('*')) begin.remove_suffix(1);
  for (auto at = texts.lower_bound(begin); at != texts.end() && fits(wanted.first, at->first); ++at)
    if (counts(*at)) return at;
  return texts.end();
}

bool has_all(const Texts& texts, const Texts& wanted, const Texts* but = nullptr) {
  return std::ranges::all_of(wanted, [&](const auto& one) { return entry_of(texts, one, but) != texts.end(); });
}

bool fits_any(const std::vector<std::string>& patterns, std::string_view text) {
  return patterns.empty() || std::ranges::any_of(patterns, [text](std::string_view one) { return fits(one, text); });
}

std::string either(const std::vector<std::string>& patterns) {
  std::vector<std::string> names;
  names.reserve(patterns.size());
  for (const std::string& one : patterns) names.push_back(shortened(one, kShown));
  return base::listed(std::move(names), 3);
}

Condition named(std::string_view what, const std::vector<std::string>& patterns, std::string_view text,
                std::string_view otherwise) {
  const std::string found = text.empty() ? std::string(otherwise) : shortened(text, kShown);
  if (fits_any(patterns, text)) return {true, base::format("its {} is {}", what, found)};
  return {false, base::format("its {} is {}, not {}", what, found, either(patterns))};
}

Condition device(bool wanted, const Subject& subject) {
  const Device* found = rdma_device_of(subject);
  if (found) return {wanted, base::format("{} is among its devices", shortened(found->path, kShown))};
  return {!wanted, "it has no RDMA device"};
}

void add_texts(std::vector<Condition>& all, std::string_view what, const Texts& texts, const Texts& wanted,
               const Texts* but = nullptr) {
  for (const auto& one : wanted) {
    const auto found = entry_of(texts, one, but);
    const bool there = found != texts.end();
    const auto& [key, value] = there ? *found : one;
    const std::string said = base::format("{} {}={}", what, shortened(key, kShown), shortened(value, kShown));
    all.push_back({there, base::format("it has {}{}", there ? "" : "no ", said)});
  }
}

}  // namespace

bool fits(std::string_view pattern, std::string_view text) {
  if (!pattern.ends_with('*')) return pattern == text;
  pattern.remove_suffix(1);
  return text.starts_with(pattern);
}

bool matches(const Match& match, const Subject& subject) {
  return fits_any(match.namespaces, subject.space) && fits_any(match.runtime_classes, subject.runtime_class) &&
         (!match.rdma_device || *match.rdma_device == has_rdma_device(subject)) && has_all(subject.labels, match.labels) &&
         has_all(subject.annotations, match.annotations) &&
         has_all(subject.container_annotations, match.container_annotations, &subject.annotations);
}

const Rule* rule_of(const Policy& policy, const Subject& subject) {
  const auto found = std::ranges::find_if(policy.rules, [&](const Rule& rule) { return matches(rule.match, subject); });
  return found == policy.rules.end() ? nullptr : &*found;
}

bool is_honoured(const Policy& policy, std::string_view space) {
  const auto found = std::ranges::find_if(policy.namespaces, [space](const Honour& one) { return fits(one.space, space); });
  return found == policy.namespaces.end() ? policy.honour : found->honour;
}

std::vector<Condition> conditions(const Match& match, const Subject& subject) {
  std::vector<Condition> all;
  if (!match.namespaces.empty()) all.push_back(named("namespace", match.namespaces, subject.space, "not known"));
  if (!match.runtime_classes.empty())
    all.push_back(named("runtime class", match.runtime_classes, subject.runtime_class, "the default one"));
  if (match.rdma_device) all.push_back(device(*match.rdma_device, subject));
  add_texts(all, "label", subject.labels, match.labels);
  add_texts(all, "annotation", subject.annotations, match.annotations);
  add_texts(all, "container annotation", subject.container_annotations, match.container_annotations, &subject.annotations);
  return all;
}

std::string why_matched(const Rule& rule, const Subject& subject) {
  const std::vector<Condition> all = conditions(rule.match, subject);
  const auto missing = std::ranges::find(all, false, &Condition::holds);
  if (missing != all.end()) return missing->said;
  std::vector<std::string> said;
  said.reserve(all.size());
  for (const Condition& one : all) said.push_back(one.said);
  return said.empty() ? "it takes every container" : base::listed(std::move(said), 3);
}

}  // namespace railhead::nri
