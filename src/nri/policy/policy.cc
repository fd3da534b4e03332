#include "nri/policy/policy.h"

namespace railhead::nri {

const Policy& default_policy() {
  constexpr Amount kAll{.kind = Amount::Kind::unlimited};
  static const Policy policy = {
      .rules = {{.name = "rdma",
                 .match = {.rdma_device = true},
                 .grants = {{.type = "RLIMIT_MEMLOCK", .soft = kAll, .hard = kAll, .ceiling = kAll}}}}};
  return policy;
}

}  // namespace railhead::nri
