#include <nlohmann/json.hpp>

#include "base/text.h"
#include "facts/json/machine.h"
#include "report/doctor/doctor.h"
#include "report/findings_json.h"
#include "report/memlock/memlock.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

Json ramp_json(const facts::Known<facts::PinRamp>& ramp) {
  if (!ramp) return nullptr;
  return ramp->all ? Json("unlimited") : Json(ramp->largest.value);
}

/// What was registered and locked for real; null where nothing was tried.
Json measured_json(const facts::Pinning& pinning) {
  if (!pinning.registered && !pinning.locked) return nullptr;
  const facts::PinRamp& any = pinning.registered ? *pinning.registered : *pinning.locked;
  return {{"mr_bytes", ramp_json(pinning.registered)},
          {"mlock_bytes", ramp_json(pinning.locked)},
          {"probed_to_bytes", any.bound.value}};
}

Json memlock_json(const Doctor& doctor) {
  const memlock::Model& model = doctor.memlock;
  return {{"soft_bytes", allowance_json(model.soft)},
          {"hard_bytes", allowance_json(model.hard)},
          {"predicted_bytes", allowance_json(model.predicted)},
          {"reason", base::printable(model.why)},
          {"can_raise_hard", model.can_raise_hard ? Json(*model.can_raise_hard) : Json(nullptr)},
          {"measured", measured_json(doctor.machine.pinning)}};
}

Json verdict_json(const check::Conclusion& conclusion) {
  return {{"transport", name(conclusion.transport)},
          {"rdma", conclusion.rdma ? Json(*conclusion.rdma) : Json(nullptr)},
          {"message", base::printable(conclusion.message)},
          {"usable_devices", conclusion.usable_devices},
          {"blockers", conclusion.blockers}};
}

}  // namespace

std::string doctor_json(const Doctor& doctor) {
  const Json document = {{"schema", 1},
                         {"command", "doctor"},
                         {"version", doctor.version},
                         {"time", doctor.time},
                         {"verdict", verdict_json(doctor.conclusion)},
                         {"memlock", memlock_json(doctor)},
                         {"findings", findings_json(doctor.results)},
                         {"summary", summary_json(doctor.results)},
                         {"facts", facts::json(doctor.machine)}};
  return document.dump(2) + "\n";
}

}  // namespace railhead::report
