#include "plugin/answers.h"

#include "facts/net/address_text.h"
#include "nccl/plan.h"
#include "probe/plan.h"

namespace railhead::plugin {

Answers answers(const sys::World& world, nccl::Version version) {
  nccl::Request request{.nccl = version};
  // A name is not resolved: that can take longer than the whole rest. The default route then counts, as it does without one.
  if (const auto master = sys::value_of(world.environ, "MASTER_ADDR")) request.rendezvous = facts::parse_host_address(*master);
  const nccl::Plan plan = nccl::plan(probe::machine_for_plan(world), request);
  Answers answers{.values = {}, .why = plan.why};
  if (plan.error) return answers;
  for (const nccl::Setting& setting : plan.settings)
    if (setting.origin != nccl::Origin::user && setting.name.starts_with("NCCL_"))
      answers.values.emplace(setting.name, setting.value);
  return answers;
}

}  // namespace railhead::plugin
