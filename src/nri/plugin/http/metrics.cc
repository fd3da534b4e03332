#include "nri/plugin/http/metrics.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/format.h"
#include "base/text.h"
#include "sys/descriptor.h"

namespace railhead::nri {
namespace {

struct Bound {
  std::int64_t nanoseconds;
  std::string_view text;  // in seconds
};

constexpr std::array<Bound, 13> kBounds = {{{10'000, "1e-05"},
                                            {25'000, "2.5e-05"},
                                            {50'000, "5e-05"},
                                            {100'000, "0.0001"},
                                            {250'000, "0.00025"},
                                            {500'000, "0.0005"},
                                            {1'000'000, "0.001"},
                                            {2'500'000, "0.0025"},
                                            {5'000'000, "0.005"},
                                            {10'000'000, "0.01"},
                                            {25'000'000, "0.025"},
                                            {50'000'000, "0.05"},
                                            {100'000'000, "0.1"}}};

std::string heading(std::string_view name, std::string_view type, std::string_view help) {
  return base::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

std::string single(std::string_view name, std::string_view type, std::string_view help, std::uint64_t value) {
  return heading(name, type, help) + base::format("{} {}\n", name, value);
}

}  // namespace

void Metrics::adopt(const Policy& policy) {
  std::map<std::string, Outcomes, std::less<>> rules = {{"none", rules_["none"]}};
  for (const Rule& rule : policy.rules)
    if (const auto known = rules_.find(rule.name); known != rules_.end())
      rules.insert(*known);
    else
      rules.emplace(rule.name, Outcomes{});
  rules_ = std::move(rules);
  ++generation;
}

void Metrics::decided(std::string_view rule, Outcome outcome, std::chrono::nanoseconds took) {
  const auto known = rules_.find(rule);
  ++(known == rules_.end() ? rules_["none"] : known->second)[static_cast<std::size_t>(outcome)];
  std::size_t bucket = 0;
  while (bucket < kBounds.size() && took.count() > kBounds[bucket].nanoseconds) ++bucket;
  ++buckets_[bucket];
  sum_ += took;
}

std::string Metrics::decisions() const {
  constexpr std::string_view kName = "railhead_nri_decisions_total";
  std::string text = heading(kName, "counter", "Containers decided on, by the policy's rule and what came of it.");
  for (const auto& [rule, outcomes] : rules_) {
    const std::string label = label_value(rule);
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      text += base::format("{}{{rule=\"{}\",outcome=\"{}\"}} {}\n", kName, label, name(static_cast<Outcome>(i)), outcomes[i]);
  }
  return text;
}

std::string Metrics::histogram() const {
  constexpr std::string_view kName = "railhead_nri_decision_seconds";
  std::string text = heading(kName, "histogram", "Time that the decision on a container takes.");
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    count += buckets_[i];
    text += base::format("{}_bucket{{le=\"{}\"}} {}\n", kName, i < kBounds.size() ? kBounds[i].text : "+Inf", count);
  }
  const auto nanoseconds = sum_.count();
  return text + base::format("{}_sum {}.{:09}\n{}_count {}\n", kName, nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000,
                             kName, count);
}

std::string Metrics::page(std::uint64_t resident, std::uint64_t dropped) const {
  return decisions() + histogram() +
         single("railhead_nri_connects_total", "counter", "Sessions with the runtime that became ready.", connects) +
         single("railhead_nri_disconnects_total", "counter", "Of these, those that ended.", disconnects) +
         single("railhead_nri_connected", "gauge", "1 while a session is ready.", connected ? 1 : 0) +
         single("railhead_nri_policy_generation", "gauge", "How often a policy was taken; 1 is the first.", generation) +
         single("railhead_nri_policy_reload_errors_total", "counter", "Policies that were refused by a reload.",
                reload_errors) +
         single("railhead_nri_missed_total", "counter", "Containers made while the plugin was away that would have got limits.",
                missed) +
         single("railhead_nri_audit", "gauge", "1 where nothing is changed (--audit).", audit ? 1 : 0) +
         single("railhead_nri_log_lines_dropped_total", "counter", "Lines of the log that nobody took.", dropped) +
         single("process_resident_memory_bytes", "gauge", "Resident memory size in bytes.", resident);
}

std::string label_value(std::string_view text) {
  std::string value;
  for (const char c : base::printable(text)) {
    if (c == '\\' || c == '"') value += '\\';
    value += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return value;
}

std::uint64_t resident_bytes() {
  const sys::Descriptor file(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC));
  std::array<char, 128> text{};
  const ssize_t count = file.open() ? ::read(file.number(), text.data(), text.size()) : 0;
  if (count <= 0) return 0;
  const auto words = base::words({text.data(), static_cast<std::size_t>(count)});
  const auto pages = words.size() > 1 ? base::unsigned_number(words[1]) : std::nullopt;
  return pages.value_or(0) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace railhead::nri
