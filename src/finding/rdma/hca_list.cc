#include "finding/rdma/hca_list.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

int number(const PortView& view) { return static_cast<int>(view.port->number); }

}  // namespace

bool HcaList::selects(const PortView& view) const { return nccl::selects(list, view.device->name, number(view)); }

bool HcaList::names(const nccl::ListEntry& entry, const PortView& view) const {
  return nccl::names(list, entry, view.device->name, number(view));
}

std::vector<PortView> HcaList::selected() const {
  std::vector<PortView> found;
  std::ranges::copy_if(usable, std::back_inserter(found), [this](const PortView& view) { return selects(view); });
  return found;
}

std::optional<HcaList> hca_list(const Input& input) {
  const facts::Variable* variable = setting(input.machine, "NCCL_IB_HCA");
  if (variable == nullptr || !input.machine.rdma.devices) return std::nullopt;
  HcaList list{.variable = variable,
               .list = nccl::parse_device_list(variable->value),
               .visible = port_views(input.machine),
               .usable = {}};
  for (const PortView& view : list.visible)
    if (view.usable != facts::Usable::no && !view.foreign) list.usable.push_back(view);
  return list;
}

std::string exactly(const std::vector<PortView>& ports) {
  std::vector<std::string> names;
  names.reserve(ports.size());
  for (const PortView& view : ports) names.push_back(base::format("{}:{}", view.device->name, view.port->number));
  return "=" + base::joined(names, ",");
}

std::string devices_of(const std::vector<PortView>& ports) {
  std::vector<std::string> names;
  for (const PortView& view : ports)
    if (names.empty() || names.back() != view.device->name) names.push_back(view.device->name);
  return base::listed(names);
}

}  // namespace railhead::check
