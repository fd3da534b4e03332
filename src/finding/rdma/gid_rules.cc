#include "finding/rdma/gid_rules.h"

#include "finding/rdma/ports.h"

#include "finding/finding.h"

namespace railhead::check {

std::vector<Finding> each_gid_table(const Input& input, const GidRule& rule) {
  return each_roce_port(input, [&rule](const Ports& ports, const PortView& view) -> std::optional<Finding> {
    const facts::Port& port = *view.port;
    if (port.gids.not_asked() || (port.state.has() && !is_active(port))) return std::nullopt;
    if (!port.gids.has()) return unknown(subject(view), "the GID table is not known", {lacking(port.gids, "GID table")});
    return rule(ports, view, gids_of(ports.machine, *view.device, *port.gids));
  });
}

}  // namespace railhead::check
