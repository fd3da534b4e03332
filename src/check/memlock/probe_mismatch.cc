#include "check/finding.h"
#include "memlock/model.h"

namespace railhead::check {
namespace {

/// The largest page size in use for ordinary memory (arm64): limits and sizes are rounded to pages.
constexpr std::uint64_t kPage = std::uint64_t{64} << 10;

/// One way of pinning: what was measured, and what this process had pinned that way already, which counts against the limit.
struct Way {
  const char* name;
  const facts::Known<facts::PinRamp>& measured;
  const facts::Known<base::Bytes>& pinned;
};

/// The amounts between which a single new region must end: the limit less what is pinned, to a page.
struct Range {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

Range expected(base::Bytes limit, std::uint64_t pinned) {
  const std::uint64_t used = std::min(limit.value, pinned);
  const std::uint64_t left = limit.value - used;
  return {left - std::min(left, kPage), limit.value};
}

std::string measured_in_words(const Way& way) {
  const facts::PinRamp& ramp = *way.measured;
  if (ramp.all) return base::format("{} of {} worked, the most that was tried", way.name, base::exact(ramp.largest));
  return base::format("{} stopped at {} ({})", way.name, base::exact(ramp.largest), ramp.stopped_by);
}

/// Negative: less could be pinned than predicted; positive: more; zero: as predicted.
int deviation(const memlock::Allowance& predicted, const Way& way) {
  const facts::PinRamp& ramp = *way.measured;
  if (predicted.unlimited()) return ramp.all ? 0 : -1;
  const Range range = expected(*predicted.limit, way.pinned.value_or({}).value);
  if (ramp.largest.value > range.most) return 1;
  return !ramp.all && ramp.largest.value < range.least ? -1 : 0;
}

Finding judged(const memlock::Model& model, const Way& way, const std::string& device) {
  const Evidences evidence = {seen(way.measured, measured_in_words(way)), {model.why, "prediction"}};
  const int found = deviation(*model.predicted, way);
  const std::string predicted = memlock::text(*model.predicted);
  if (found == 0) return ok(device, base::format("{}, as predicted ({})", measured_in_words(way), predicted), evidence);
  if (found > 0) {
    return violated(Severity::warning, device,
                    base::format("{}, more than the {} predicted", measured_in_words(way), predicted), evidence);
  }
  return violated(Severity::error, device,
                  base::format("{}, although {} was predicted: something other than the memlock limit stands in the way",
                               measured_in_words(way), predicted),
                  evidence);
}

std::vector<Finding> rule(const Input& input) {
  const facts::Machine& machine = input.machine;
  const facts::Pinning& pinning = machine.pinning;
  const memlock::Model model = memlock::model(machine.process, machine.memory);
  const Way ways[] = {{"Registering", pinning.registered, machine.process.vm_pin},
                      {"mlock", pinning.locked, machine.process.vm_lck}};
  std::vector<Finding> findings;
  for (const Way& way : ways) {
    if (!way.measured) continue;
    const std::string device = &way.measured == &pinning.registered ? pinning.device : "process";
    findings.push_back(model.predicted ? judged(model, way, device)
                                       : unknown(device, model.why, {seen(way.measured, measured_in_words(way))}));
  }
  if (!findings.empty()) return findings;
  return without(pinning.registered, "process", "what can be registered");
}

}  // namespace

Check memlock_probe_mismatch() {
  return {
      .title = "Measured against predicted",
      .severity = Severity::error,
      .cause =
          "What this process can pin follows from its limit and capabilities. Where pinning for real comes to less, the memory "
          "control group, the driver or the device refuses; where it comes to more, the limit does not count here.",
      .fix = "See the kernel log of the node for the refusal: dmesg | grep -iE 'mlx5|ib_|oom|memory cgroup'",
      .rule = rule};
}

}  // namespace railhead::check
