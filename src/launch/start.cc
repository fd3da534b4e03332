#include "launch/start.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::launch {
namespace {

std::string transport_words(const nccl::Plan& plan) {
  switch (plan.transport) {
    case nccl::Transport::infiniband: return base::format("RDMA (InfiniBand) over {}", base::listed(plan.hcas));
    case nccl::Transport::roce: return base::format("RDMA (RoCE) over {}", base::listed(plan.hcas));
    case nccl::Transport::tcp: return "TCP";
    case nccl::Transport::efa: return "EFA, by its own plugin";
    case nccl::Transport::gib: return "RDMA by the gIB plugin";
    case nccl::Transport::unknown: return "transport not known";
  }
  return "TCP";
}

std::string pin_words(const memlock::Model& model) {
  if (!model.predicted) return "what it can pin is not known";
  return model.predicted->unlimited() ? "can pin without limit" : base::format("can pin {}", text(*model.predicted));
}

std::string place_words(const Rendezvous& place) {
  std::string words;
  if (place.node_rank) words = base::format("; node {}", place.node_rank->value);
  if (place.node_rank && place.nodes) words += base::format(" of {}", place.nodes->value);
  if (place.rank && !place.node_rank) words = base::format("; rank {}", place.rank->value);
  if (place.master_addr && place.master_port)
    words += base::format("{} {}:{}", words.empty() ? "; meeting at" : ", meeting at", place.master_addr->value,
                          place.master_port->value);
  return words;
}

}  // namespace

bool pins_enough_for_rdma(const memlock::Model& model) { return !model.predicted || model.predicted->covers(kLeastForRdma); }

std::vector<Exported> variables_of(const Rendezvous& rendezvous, const nccl::Plan& plan, const Steps& steps,
                                   const Variables& environ) {
  std::vector<Exported> all = exports(rendezvous, environ);
  for (const nccl::Setting& setting : plan.settings)
    if (setting.origin != nccl::Origin::user) all.push_back({setting.name, setting.value, setting.reason});
  if (steps.user && !steps.user->name.empty()) {
    all.push_back({"HOME", steps.user->home, "of the user"});
    all.push_back({"LOGNAME", steps.user->name, "--user"});
    all.push_back({"USER", steps.user->name, "--user"});
  }
  std::ranges::sort(all, {}, &Exported::name);
  return all;
}

std::string summary(const Start& start) {
  return base::format("{}; {}{}", transport_words(start.plan), pin_words(start.ladder.model), place_words(start.rendezvous));
}

}  // namespace railhead::launch
