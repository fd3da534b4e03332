#include "nccl/plan.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "nccl/number.h"
#include "nccl/settings.h"

namespace railhead::nccl {
namespace {

/// Networks that come with a plugin and settings of their own, which better stay as their makers ship them.
std::optional<Transport> foreign_fabric(const facts::Machine& machine, const Draft& draft, std::string& why) {
  if (base::lowered(draft.user_value("NCCL_NET")) == "gib") {
    why = "NCCL_NET=gIB: the gIB plugin brings its own settings";
    return Transport::gib;
  }
  if (!machine.rdma.devices) return std::nullopt;
  for (const facts::Device& device : *machine.rdma.devices) {
    if (!device.driver.is("efa")) continue;
    why = base::format("{} is an Elastic Fabric Adapter: NCCL reaches it through the OFI plugin, which chooses its devices",
                       device.name);
    return Transport::efa;
  }
  return std::nullopt;
}

void leave_alone(const std::string& why, Draft& draft) {
  for (const char* name :
       {"NCCL_IB_HCA", "NCCL_NET", "NCCL_IB_GID_INDEX", "NCCL_CROSS_NIC", "NCCL_NET_GDR_LEVEL", "UCX_NET_DEVICES"})
    draft.withhold(name, why);
}

Transport transport_of(const Choices& choices) {
  if (!choices.hcas.known) return Transport::unknown;
  if (!choices.rdma()) return Transport::tcp;
  return choices.roce() ? Transport::roce : Transport::infiniband;
}

/// What the user set can turn RDMA off; empty when it does not. Source: src/transport/net_ib and src/plugin/net.cc of NCCL.
std::string turned_off(const Draft& draft) {
  const std::string disable = draft.user_value("NCCL_IB_DISABLE");
  if (!disable.empty() && parse_number(disable).value.value_or(0) != 0)
    return base::format("NCCL_IB_DISABLE={} is set", disable);
  const std::string net = draft.user_value("NCCL_NET");
  return base::lowered(net) == "socket" ? base::format("NCCL_NET={} is set", net) : "";
}

Hcas no_hcas(const facts::Machine& machine, const std::string& why) {
  Hcas none{.why = why};
  for (const fabric::PortView& view : fabric::port_views(machine)) none.left_out.push_back({hca_name(view), none.why, {}});
  std::ranges::stable_sort(none.left_out,
                           [](const LeftOut& a, const LeftOut& b) { return base::natural_less(a.name, b.name); });
  return none;
}

void fill(const Choices& choices, Draft& draft, Plan& plan) {
  set_transport(choices, draft);
  plan.error = set_gid_index(choices, draft);
  set_cross_nic(choices, draft);
  set_gpudirect(choices, draft);
  set_ucx(choices, draft);
  set_open_mpi(choices, draft);
  set_nvshmem(choices, draft);
}

}  // namespace

Plan plan(const facts::Machine& machine, const Request& request) {
  Draft draft(machine.environment);
  Plan plan;
  const bool tcp = request.mode == fabric::Mode::tcp;
  const std::optional<Transport> foreign = tcp ? std::nullopt : foreign_fabric(machine, draft, plan.why);
  Choices choices{machine, request, {}, socket_interface(machine, request.rendezvous)};
  if (foreign) {
    plan.transport = *foreign;
    leave_alone(plan.why, draft);
  } else {
    const std::string off = tcp ? "TCP was asked for" : turned_off(draft);
    choices.hcas = off.empty() ? choose_hcas(machine, draft.user_value("NCCL_IB_HCA")) : no_hcas(machine, off);
    plan.transport = transport_of(choices);
    plan.why = choices.hcas.why;
    for (const fabric::PortView& view : choices.hcas.chosen) plan.hcas.push_back(hca_name(view));
    plan.left_out = choices.hcas.left_out;
    fill(choices, draft, plan);
  }
  set_sockets(choices, draft);
  set_threads(choices, draft);
  std::move(draft).finish(plan);
  return plan;
}

}  // namespace railhead::nccl
