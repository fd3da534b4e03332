#include <algorithm>

#include "base/nearest.h"
#include "finding/declared/asked_limits.h"

// A plugin refuses what it cannot read: railhead nri starts the container with the limits that it had (or, by its policy, not
// at all), the ulimit-adjuster makes the runtime refuse the container.
namespace railhead::check {
namespace {

constexpr std::string_view kContainer = "container.";

bool has_container(const facts::PodTemplate& pod, std::string_view name) {
  return std::ranges::find(pod.containers, name, &facts::DeclaredContainer::name) != pod.containers.end();
}

/// The part of a key below kMemlockPrefix that was probably meant: the name of a container alone, or a misspelt word with one
/// behind it; empty where nothing is near.
std::string meant(std::string_view part, const facts::PodTemplate& pod) {
  if (has_container(pod, part)) return base::format("{}{}", kContainer, part);
  const std::size_t dot = part.find_first_of("._");
  const std::string_view word = part.substr(0, std::min(dot, std::size_t{32}));
  const std::string_view name = dot == std::string_view::npos ? std::string_view() : part.substr(dot + 1);
  if (!name.empty() && has_container(pod, name)) return base::format("{}{}", kContainer, name);
  if (base::edits_between(word, "pod") <= 1) return "pod";
  if (base::edits_between(word, "container") > 3) return {};
  return base::format("{}{}", kContainer, name.empty() ? "NAME" : name);
}

/// What is wrong with a key; empty where it is one that plugins read.
std::string wrong_key(const std::string& key, const facts::PodTemplate& pod) {
  const auto named = nri::named_by(key);
  if (named && *named) return {};
  if (!key.starts_with(kMemlockPrefix)) return named ? named->error().message : "";
  const std::string near = meant(std::string_view(key).substr(kMemlockPrefix.size()), pod);
  return base::format("{} is read by nothing: expected {}pod or {}container.NAME{}", key, kMemlockPrefix, kMemlockPrefix,
                      near.empty() ? "" : base::format("; did you mean {}{}?", kMemlockPrefix, near));
}

/// Why the annotation cannot be read; empty where it can.
std::string problem_of(const facts::Annotation& annotation, const facts::PodTemplate& pod) {
  if (std::string wrong = wrong_key(annotation.name, pod); !wrong.empty()) return wrong;
  const auto asked = nri::read_annotation(annotation.name, annotation.value);
  return asked ? "" : base::format("{} is refused: {}", annotation.name, asked.error().message);
}

std::string fix_of(const facts::Annotation& annotation) {
  if (annotation.name.starts_with(kMemlockPrefix)) return {};
  return base::format(
      "{}: '[{{type: memlock, soft: 68719476736, hard: 68719476736}}]'  # bytes; no limit: 18446744073709551615",
      annotation.name);
}

void judge(const facts::PodTemplate& pod, std::vector<Finding>& findings) {
  Evidences good;
  for (const facts::Annotation& annotation : pod.annotations) {
    if (!asks_plugins(annotation)) continue;
    if (const std::string problem = problem_of(annotation, pod); problem.empty())
      good.push_back(shown(annotation));
    else
      findings.push_back(violated(Severity::error, base::one_line(pod.owner), base::one_line(problem), {shown(annotation)},
                                  fix_of(annotation)));
  }
  if (!good.empty())
    findings.push_back(ok(base::one_line(pod.owner), "asks for limits in words that a plugin can read", std::move(good)));
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  for (const facts::PodTemplate* pod : declared_pods(input)) judge(*pod, findings);
  return findings;
}

}  // namespace

Check k8s_ulimit_annotation_malformed() {
  return {.title = "An annotation that asks for limits cannot be read",
          .severity = Severity::error,
          .cause =
              "railhead nri reads memlock.railhead.dev/pod and memlock.railhead.dev/container.NAME: a size, unlimited, or two "
              "of them as SOFT:HARD. The ulimit-adjuster reads a list of type, soft and hard. An annotation that cannot be "
              "read gives nothing, and may keep the container from starting.",
          .fix = "memlock.railhead.dev/container.NAME: unlimited  # or a size: 64Gi; or soft and hard: 64Gi:unlimited",
          .rule = rule};
}

}  // namespace railhead::check
