#include "facts/log/run.h"
#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/log/proof.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

Evidence log_evidence(const facts::LogRun& log) {
  for (const facts::LogRank& rank : log.ranks) {
    if (rank.channels.rdma > 0) return {name_of(rank) + ": channels over RDMA", rank.rdma_channel};
    if (rank.network.has()) return seen(rank.network, name_of(rank) + ": using network " + *rank.network);
  }
  return {"lines of NCCL", log.first_line};
}

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = nothing_set(input, "NCCL_IB_DISABLE")) return *std::move(findings);
  if (!is_on(input.machine, "NCCL_IB_DISABLE")) return {skipped("machine", "NCCL_IB_DISABLE is off")};
  const facts::Variable& variable = *setting(input.machine, "NCCL_IB_DISABLE");
  if (input.log != nullptr && rdma_used(*input.log) == true)
    return {violated(Severity::warning, "NCCL_IB_DISABLE",
                     "is set, and the log shows that RDMA is used all the same, by a plugin",
                     {shown(variable), log_evidence(*input.log)})};
  const facts::Variable* plugin = asks_for_plugin(input.machine);
  if (plugin == nullptr)
    return {ok("NCCL_IB_DISABLE", "no variable asks for a plugin, which it would not concern", {shown(variable)})};
  if (is_on(input.machine, "NCCL_IBEXT_DISABLE"))
    return {ok("NCCL_IB_DISABLE", "NCCL_IBEXT_DISABLE turns the plugin of HPC-X off as well",
               {shown(variable), shown(*setting(input.machine, "NCCL_IBEXT_DISABLE"))})};
  return {violated(Severity::warning, "NCCL_IB_DISABLE",
                   base::format("does not concern the plugin that {} asks for, which may go on using RDMA", plugin->name),
                   {shown(variable), shown(*plugin)})};
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::with_rdma, of_machine); }

}  // namespace

Check env_ib_disable_ineffective() {
  return {
      .title = "NCCL_IB_DISABLE does not turn off the RDMA of a plugin",
      .severity = Severity::warning,
      .cause =
          "NCCL_IB_DISABLE is about the transport inside NCCL. A network plugin has switches of its own: that of HPC-X reads "
          "NCCL_IBEXT_DISABLE.",
      .fix = "export NCCL_NET=Socket  # TCP for certain; or unset NCCL_IB_DISABLE where RDMA is meant",
      .rule = rule};
}

}  // namespace railhead::check
