#include "manifest/render/workload/object.h"

namespace railhead::manifest::render {
namespace {

// torch.distributed's. A headless service forwards nothing: the port is there because older clusters want one.
constexpr std::uint64_t kRendezvousPort = 29500;

/// The operators of MPIJob and JobSet make their own, and a pod alone has nobody to be found by.
bool needs_service(job::JobKind kind) { return kind == job::JobKind::stateful_set || kind == job::JobKind::job; }

}  // namespace

base::Result<std::vector<Object>> service(const Plan& plan) {
  if (!needs_service(plan.job.kind)) return std::vector<Object>();
  const Tree port = mapping({{"name", word("rendezvous")}, {"port", number(kRendezvousPort)}, {"protocol", word("TCP")}});
  return std::vector<Object>{made(plan, "v1", "Service", plan.headless_service(),
                                  {{"spec", mapping({{"clusterIP", word("None")},
                                                     {"publishNotReadyAddresses", truth(true)},
                                                     {"selector", mapping(selector(plan))},
                                                     {"ports", sequence({port})}})}})};
}

}  // namespace railhead::manifest::render
