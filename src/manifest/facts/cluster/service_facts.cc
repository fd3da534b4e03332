#include "manifest/facts/cluster/service_facts.h"

#include "manifest/facts/cluster/workload_facts.h"

namespace railhead::manifest {

std::optional<facts::Service> service_of(const std::string& kind, const Value& object, const Origin& origin) {
  if (kind != "Service") return std::nullopt;
  const Value spec = object["spec"];
  facts::Service service;
  service.cluster_ip = told_text(spec["clusterIP"], origin);
  if (!service.cluster_ip && !spec["clusterIPs"].items().empty())
    service.cluster_ip = told_text(spec["clusterIPs"].items()[0], origin);
  service.publishes_not_ready = told_boolean(spec["publishNotReadyAddresses"], origin);
  service.selector = labels_of(spec["selector"], origin);
  return service;
}

}  // namespace railhead::manifest
