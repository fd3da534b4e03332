#include "facts/log/run.h"
#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/log/proof.h"
#include "finding/scope.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = no_rdma_setting(input, "NCCL_IB_DISABLE")) return *std::move(findings);
  const facts::Variable& variable = *setting(input.machine, "NCCL_IB_DISABLE");
  if (!is_on(input.machine, "NCCL_IB_DISABLE")) return {ok("NCCL_IB_DISABLE", "does not turn RDMA off", {shown(variable)})};
  if (input.log != nullptr && rdma_used(*input.log) == true)
    return {skipped("machine", "the log shows RDMA in use, which NCCL_IB_DISABLE did not concern")};
  if (turned_off_by(input.machine) == nullptr)
    return {skipped("machine", "a network plugin is asked for, which NCCL_IB_DISABLE does not concern")};
  return {violated(weighed(Severity::error, rdma_use(input)), "NCCL_IB_DISABLE",
                   base::format("'{}' turns NCCL's InfiniBand and RoCE transport off: a job uses TCP", variable.value),
                   {shown(variable)}, removal(variable))};
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::with_rdma, of_machine); }

}  // namespace

Check nccl_ib_disabled_by_env() {
  return {.title = "NCCL_IB_DISABLE turns RDMA off",
          .severity = Severity::error,
          .cause =
              "Any number but 0 in NCCL_IB_DISABLE disables InfiniBand and RoCE; it is often copied from notes about machines "
              "without RDMA, and sometimes taken for what enables it.",
          .fix = "unset NCCL_IB_DISABLE  # --mode tcp where TCP is meant",
          .rule = rule};
}

}  // namespace railhead::check
