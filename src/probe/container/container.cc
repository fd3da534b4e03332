#include "probe/container/container.h"

#include "facts/container/pcidevice_json.h"
#include "probe/container/hints.h"

namespace railhead::probe {

facts::Container container(const sys::World& world) {
  const facts::Known<std::string> orchestrator = orchestrator_hint(world);
  const bool kubernetes = orchestrator.is("kubernetes") || orchestrator.is("openshift");
  return {.allocations = facts::allocations(world.environ),
          .runtime = runtime_hint(world.files, world.environ, kubernetes),
          .orchestrator = orchestrator};
}

}  // namespace railhead::probe
