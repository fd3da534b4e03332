#include "facts/json/machine.h"

#include "facts/json/known.h"

namespace railhead::facts {

Json json(const Machine& machine) {
  const auto node = [](const NumaNode& numa) { return Json{{"node", numa.number}, {"cpus", known_json(numa.cpus)}}; };
  return {{"process", json(machine.process)},
          {"memory", json(machine.memory)},
          {"kernel", json(machine.kernel)},
          {"rdma", json(machine.rdma)},
          {"network", json(machine.network)},
          {"pci", json(machine.pci)},
          {"gpu", json(machine.gpu)},
          {"numa", known_json(machine.numa, [&node](const auto& nodes) { return list_json(nodes, node); })},
          {"container", json(machine.container)},
          {"environment", json(machine.environment)},
          {"software", json(machine.software)},
          {"pinning", json(machine.pinning)}};
}

}  // namespace railhead::facts
