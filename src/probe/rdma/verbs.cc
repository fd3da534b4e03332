#include "probe/rdma/verbs.h"

#include <algorithm>

#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kList = "ibv_get_device_list";
constexpr const char* kOpen = "ibv_open_device";
constexpr const char* kQuery = "ibv_query_port";

void set_all_missing(const facts::Missing& why, facts::Device& device) {
  device.verbs_opens = {why, kOpen};
  for (facts::Port& port : device.ports) {
    port.active_mtu = {why, kQuery};
    port.max_mtu = {why, kQuery};
  }
}

facts::Known<unsigned> mtu(unsigned bytes) {
  if (bytes != 0) return {bytes, kQuery};
  return {facts::Missing{.why = facts::Why::unavailable, .detail = "not told"}, kQuery};
}

void add_mtus(const sys::VerbsDevice& listed, facts::Device& device) {
  for (facts::Port& port : device.ports) {
    const auto found = std::ranges::find(listed.ports, port.number, &sys::VerbsPort::number);
    const bool told = found != listed.ports.end();
    port.active_mtu = mtu(told ? found->active_mtu : 0);
    port.max_mtu = mtu(told ? found->max_mtu : 0);
  }
}

}  // namespace

void add_verbs(const sys::Outcome<std::vector<sys::VerbsDevice>>& answer, facts::Device& device) {
  if (!answer) {
    device.verbs_lists = {missing_of(answer.error()), kList};
    return set_all_missing(device.verbs_lists.missing(), device);
  }
  const auto found = std::ranges::find(*answer, device.name, &sys::VerbsDevice::name);
  device.verbs_lists = {found != answer->end(), kList};
  if (found == answer->end())
    return set_all_missing({.why = facts::Why::unavailable, .detail = "libibverbs does not list it"}, device);
  if (found->opened != 0) return set_all_missing(missing_of(sys::Errno{found->opened}), device);
  device.verbs_opens = {true, kOpen};
  add_mtus(*found, device);
}

}  // namespace railhead::probe
