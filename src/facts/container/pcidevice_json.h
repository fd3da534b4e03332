#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/container/allocation.h"

/// The variables of the SR-IOV network device plugin. PCIDEVICE_<RESOURCE> lists the devices, comma-separated; since
/// version 3.6 PCIDEVICE_<RESOURCE>_INFO describes them as JSON, an object of device → kind of information → strings:
///   {"0000:5e:00.6": {"generic": {"deviceID": "0000:5e:00.6"}, "rdma": {"rdma_dev": "mlx5_7", "uverbs":
///   "/dev/infiniband/uverbs7"}}}
/// "generic" was "netdevice" at first, "rdma_dev" came with 3.10, and "vfio", "uio", "vdpa", "vhost" and "extraInfo" say
/// nothing of RDMA. The name is the resource's in capitals with '.' and '/' replaced by '_'; a dash stays, and no shell shows
/// such a variable. The RDMA shared device plugin sets no variable at all. Source: pkg/resources/pool_stub.go and
/// pkg/infoprovider of k8snetworkplumbingwg/sriov-network-device-plugin.
namespace railhead::facts {

/// The devices of the text of an _INFO variable; nothing when it is not such an object.
std::optional<std::vector<AllocatedDevice>> parse_device_info(std::string_view text);

/// An _INFO variable without its "extraInfo": free text of the administrator, of which the plugin's own example is a token. For
/// snapshots; a text that is not understood becomes "{", which is not understood either. A plain list stays as it is.
std::string without_extra_info(std::string_view text);

/// One allocation a resource, in order of the variables' names.
std::vector<Allocation> allocations(const std::map<std::string, std::string, std::less<>>& environ);

}  // namespace railhead::facts
