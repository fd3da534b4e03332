#include "sys/library/verbs.h"

#include <dlfcn.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <string>

#include "base/format.h"
#include "base/text.h"
#include "sys/child.h"

// verbs.h makes a macro of some of the names whose exported functions are meant below.
#undef ibv_get_device_list
#undef ibv_query_port
#undef ibv_reg_mr

namespace railhead::sys {
namespace {

template <class Function>
bool resolve(void* library, const char* symbol, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, symbol));
  return function != nullptr;
}

/// ibv_mtu counts powers of two from 256; zero for values it does not know.
unsigned mtu_bytes(unsigned mtu) { return mtu >= IBV_MTU_256 && mtu <= IBV_MTU_4096 ? 128U << mtu : 0; }

/// errno of a failed call that may have left it alone.
int failure() { return errno != 0 ? errno : EIO; }

std::vector<VerbsPort> ports_of(const Verbs& verbs, ibv_context* context) {
  std::vector<VerbsPort> ports;
  ibv_device_attr attributes{};
  if (verbs.query_device(context, &attributes) != 0) return ports;
  for (unsigned number = 1; number <= attributes.phys_port_cnt; ++number) {
    ibv_port_attr port{};
    if (verbs.query_port(context, static_cast<std::uint8_t>(number), &port) != 0) continue;
    ports.push_back({.number = number, .active_mtu = mtu_bytes(port.active_mtu), .max_mtu = mtu_bytes(port.max_mtu)});
  }
  return ports;
}

VerbsDevice device_of(const Verbs& verbs, ibv_device* device) {
  const char* name = verbs.device_name(device);
  VerbsDevice found{.name = name ? name : "", .opened = 0, .ports = {}};
  errno = 0;
  ibv_context* context = verbs.open(device);
  if (context == nullptr) {
    found.opened = failure();
    return found;
  }
  found.ports = ports_of(verbs, context);
  verbs.close(context);
  return found;
}

// Between child and parent: "ok" or "errno N" on the first line, then "NAME OPENED PORT:ACTIVE:MAX ..." a device.
std::string written(const Outcome<std::vector<VerbsDevice>>& devices) {
  if (!devices) return base::format("errno {}\n", devices.error().value);
  std::string text = "ok\n";
  for (const VerbsDevice& device : *devices) {
    text += base::format("{} {}", device.name, device.opened);
    for (const VerbsPort& port : device.ports) text += base::format(" {}:{}:{}", port.number, port.active_mtu, port.max_mtu);
    text += '\n';
  }
  return text;
}

unsigned small(std::string_view text) { return static_cast<unsigned>(base::unsigned_number(text).value_or(0)); }

VerbsDevice device_from(std::string_view line) {
  const std::vector<std::string_view> words = base::words(line);
  VerbsDevice device{.name = {}, .opened = EIO, .ports = {}};
  if (words.size() < 2) return device;
  device.name = base::printable(words[0]);
  device.opened = static_cast<int>(small(words[1]));
  for (std::size_t i = 2; i < words.size(); ++i) {
    const std::vector<std::string_view> parts = base::split(words[i], ':');
    if (parts.size() == 3) device.ports.push_back({small(parts[0]), small(parts[1]), small(parts[2])});
  }
  return device;
}

Outcome<std::vector<VerbsDevice>> read_back(std::string_view text) {
  std::vector<std::string_view> lines = base::lines(text);
  if (lines.empty()) return std::unexpected(Errno{EIO});
  if (lines[0] != "ok") {
    const unsigned value = small(lines[0].substr(lines[0].rfind(' ') + 1));
    return std::unexpected(Errno{value != 0 ? static_cast<int>(value) : EIO});
  }
  std::vector<VerbsDevice> devices;
  for (std::size_t i = 1; i < lines.size(); ++i) devices.push_back(device_from(lines[i]));
  return devices;
}

}  // namespace

Outcome<Verbs> load_verbs() {
  void* library = ::dlopen("libibverbs.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::unexpected(Errno{ENOSYS});
  Verbs verbs;
  const bool complete =
      resolve(library, "ibv_get_device_list", verbs.device_list) &&
      resolve(library, "ibv_free_device_list", verbs.free_device_list) &&
      resolve(library, "ibv_get_device_name", verbs.device_name) && resolve(library, "ibv_open_device", verbs.open) &&
      resolve(library, "ibv_close_device", verbs.close) && resolve(library, "ibv_query_device", verbs.query_device) &&
      resolve(library, "ibv_query_port", verbs.query_port) && resolve(library, "ibv_alloc_pd", verbs.alloc_pd) &&
      resolve(library, "ibv_dealloc_pd", verbs.dealloc_pd) && resolve(library, "ibv_reg_mr", verbs.reg_mr) &&
      resolve(library, "ibv_dereg_mr", verbs.dereg_mr);
  if (!complete) return std::unexpected(Errno{ENOSYS});
  return verbs;
}

Outcome<std::vector<VerbsDevice>> verbs_devices() {
  const Outcome<Verbs> verbs = load_verbs();
  if (!verbs) return std::unexpected(verbs.error());
  errno = 0;
  int count = 0;
  ibv_device** list = verbs->device_list(&count);
  std::vector<VerbsDevice> devices;
  if (list == nullptr && failure() == ENOSYS) return devices;
  if (list == nullptr) return std::unexpected(Errno{failure()});
  for (int i = 0; i < count; ++i) devices.push_back(device_of(*verbs, list[i]));
  verbs->free_device_list(list);
  return devices;
}

Outcome<std::vector<VerbsDevice>> verbs_devices_in_child(std::chrono::milliseconds limit) {
  const auto answer = in_child("asking libibverbs", [] { return written(verbs_devices()); }, limit);
  if (!answer) return std::unexpected(Errno{answer.error().code == base::Code::timeout ? ETIMEDOUT : EIO});
  return read_back(*answer);
}

}  // namespace railhead::sys
