#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/scope.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = no_rdma_setting(input, "NCCL_NET")) return *std::move(findings);
  const facts::Variable& variable = *setting(input.machine, "NCCL_NET");
  if (base::lowered(variable.value) != "socket")
    return {ok("NCCL_NET", base::format("is '{}', which is not TCP", variable.value), {shown(variable)})};
  return {violated(weighed(Severity::error, rdma_use(input)), "NCCL_NET",
                   "Socket makes NCCL use TCP, whatever RDMA devices are here (RoCE is NCCL_NET=IB)", {shown(variable)},
                   removal(variable))};
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::with_rdma, of_machine); }

}  // namespace

Check env_net_forced_socket() {
  return {
      .title = "NCCL_NET=Socket keeps NCCL on TCP",
      .severity = Severity::error,
      .cause =
          "NCCL_NET names the one network that NCCL may use. InfiniBand and RoCE are both IB; Socket is TCP. The interfaces of "
          "RoCE adapters in NCCL_SOCKET_IFNAME do not make it RDMA.",
      .fix = "unset NCCL_NET  # --mode tcp where TCP is meant",
      .rule = rule};
}

}  // namespace railhead::check
