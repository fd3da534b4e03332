// Texts of procfs: the first byte says which file, the rest is what was read.
#include "facts/host/cgroup_text.h"

#include <algorithm>

#include "facts/host/kernel_text.h"
#include "facts/host/mount_info.h"
#include "facts/host/process_text.h"
#include "facts/host/secrets.h"
#include "facts/net/route_text.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

void fuzz_process(std::string_view value) {
  facts::Process process;
  facts::read_status(value, "/status", process);
  facts::read_limits(value, "/limits", process);
  fuzz::claim_told(process.uid);
  fuzz::claim_told(process.groups);
  fuzz::claim_told(process.capabilities);
  fuzz::claim_told(process.seccomp);
  fuzz::claim_told(process.vm_pin);
  fuzz::claim_told(process.memlock);
  facts::names_initial_user_namespace(value);
  facts::maps_every_uid(value);
}

/// A control group and the mounts, with a NUL between them.
void fuzz_groups(std::string_view value) {
  const std::size_t cut = std::min(value.find('\0'), value.size());
  const auto group = facts::memory_group(value.substr(0, cut));
  const auto mounts = facts::parse_mount_info(value.substr(cut));
  facts::mounted_at(mounts, "/dev/shm");
  if (!group) return;
  const auto folder = facts::folder_of(*group, mounts);
  if (!folder) return;
  fuzz::claim((folder->below + '/').find("/../") == std::string::npos, "a group's folder does not leave the mount");
  fuzz::claim(facts::levels(folder->below).size() <= 101, "there is an end to the levels");
}

void fuzz_routes(std::string_view value) {
  for (const auto& routes : {facts::parse_ipv4_routes(value), facts::parse_ipv6_routes(value)}) {
    if (!routes) continue;
    facts::Network network;
    network.routes = {*routes, "/route"};
    for (const facts::Route& route : *routes) {
      fuzz::claim(route.destination.prefix_length <= (route.destination.ipv4 ? 32U : 128U), "a prefix fits its family");
      fuzz::claim_told(facts::route_to(network, route.destination));
    }
  }
}

void fuzz_kernel(std::string_view value) {
  for (const facts::Module& module : facts::parse_modules(value)) fuzz::claim_readable(module.name + module.state);
  const std::string once = facts::without_secrets(value);
  fuzz::claim(facts::without_secrets(once) == once, "removing secrets twice is as once");
}

}  // namespace

RAILHEAD_FUZZ(text) {
  if (text.empty()) return;
  const std::string_view value = text.substr(1);
  switch (text[0]) {
    case 'p': return fuzz_process(value);
    case 'g': return fuzz_groups(value);
    case 'r': return fuzz_routes(value);
    case 'k': return fuzz_kernel(value);
    default: return;
  }
}
