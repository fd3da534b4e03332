#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "sys/errno.h"
#include "sys/kernel.h"

struct ibv_context;
struct ibv_device;
struct ibv_device_attr;
struct ibv_mr;
struct ibv_pd;
struct ibv_port_attr;

/// libibverbs, loaded at run time: where it is missing, that is a finding and not a loader error. Only the types of
/// infiniband/verbs.h are used; its inline functions and macros are passed by, since they would bind us to the library.
namespace railhead::sys {

struct Verbs {
  ibv_device** (*device_list)(int* count) = nullptr;
  void (*free_device_list)(ibv_device** list) = nullptr;
  const char* (*device_name)(ibv_device* device) = nullptr;
  ibv_context* (*open)(ibv_device* device) = nullptr;
  int (*close)(ibv_context* context) = nullptr;
  int (*query_device)(ibv_context* context, ibv_device_attr* attributes) = nullptr;
  int (*query_port)(ibv_context* context, std::uint8_t port, ibv_port_attr* attributes) = nullptr;
  ibv_pd* (*alloc_pd)(ibv_context* context) = nullptr;
  int (*dealloc_pd)(ibv_pd* domain) = nullptr;
  ibv_mr* (*reg_mr)(ibv_pd* domain, void* address, std::size_t length, int access) = nullptr;
  int (*dereg_mr)(ibv_mr* region) = nullptr;
};

/// ENOSYS when the library or one of these functions is not there. The library stays loaded: providers do not like to leave.
Outcome<Verbs> load_verbs();

/// The devices the library lists; empty on a kernel without RDMA core, where the library says ENOSYS. Each is opened, asked for
/// its ports and closed in this very process, which a broken provider may take down: see verbs_devices_in_child.
Outcome<std::vector<VerbsDevice>> verbs_devices();

/// The same in a child; ETIMEDOUT after `limit`, EIO when the child died.
Outcome<std::vector<VerbsDevice>> verbs_devices_in_child(std::chrono::milliseconds limit);

}  // namespace railhead::sys
