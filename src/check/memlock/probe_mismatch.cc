#include "finding/finding.h"
#include "memlock/model.h"

namespace railhead::check {
namespace {

/// The largest page size in use for ordinary memory (arm64): limits are rounded down to pages. The ramps run in a process of
/// their own, so what this one has pinned does not count against them.
constexpr std::uint64_t kPage = std::uint64_t{64} << 10;

struct Way {
  const char* name;
  const facts::Known<facts::PinRamp>& measured;
  std::string subject;
};

std::string measured_in_words(const Way& way) {
  const facts::PinRamp& ramp = *way.measured;
  if (ramp.all) return base::format("{} worked up to {}, the most that was tried", way.name, base::exact(ramp.largest));
  return base::format("{} stopped at {} ({})", way.name, base::exact(ramp.largest), ramp.stopped_by);
}

/// Negative: less could be pinned than predicted; positive: more; zero: as predicted.
int deviation(const memlock::Allowance& predicted, const Way& way) {
  const facts::PinRamp& ramp = *way.measured;
  if (predicted.unlimited()) return ramp.all ? 0 : -1;
  if (ramp.largest > *predicted.limit) return 1;
  return !ramp.all && ramp.largest.value + kPage < predicted.limit->value ? -1 : 0;
}

Finding judged(const memlock::Model& model, const Way& way) {
  const Evidences evidence = {seen(way.measured, measured_in_words(way)), {model.why, "prediction"}};
  const int found = deviation(*model.predicted, way);
  const std::string predicted = memlock::text(*model.predicted);
  if (found == 0) return ok(way.subject, base::format("{}, as predicted ({})", measured_in_words(way), predicted), evidence);
  if (found > 0) {
    return violated(Severity::warning, way.subject,
                    base::format("{}, more than the {} predicted", measured_in_words(way), predicted), evidence);
  }
  return violated(Severity::error, way.subject,
                  base::format("{}, although {} was predicted: something other than the memlock limit stands in the way",
                               measured_in_words(way), predicted),
                  evidence);
}

std::vector<Finding> rule(const Input& input) {
  const facts::Pinning& pinning = input.machine.pinning;
  const memlock::Model model = memlock::model(input.machine.process, input.machine.memory);
  const Way ways[] = {{"registering memory", pinning.registered, pinning.device}, {"mlock", pinning.locked, "process"}};
  std::vector<Finding> findings;
  for (const Way& way : ways) {
    if (!way.measured) continue;
    findings.push_back(model.predicted ? judged(model, way)
                                       : unknown(way.subject, model.why, {seen(way.measured, measured_in_words(way))}));
  }
  if (!findings.empty()) return findings;
  return without(pinning.registered, "process", "what can be registered");
}

}  // namespace

Check memlock_probe_mismatch() {
  return {.title = "More or less memory could be pinned than the limits say",
          .severity = Severity::error,
          .cause =
              "What this process can pin follows from its limit and capabilities. Where pinning for real comes to less, the "
              "memory control group, the driver or the device refuses; where it comes to more, the limit does not count here.",
          .fix = "On the node: dmesg | grep -iE 'mlx5|ib_|oom|memory cgroup'",
          .rule = rule};
}

}  // namespace railhead::check
