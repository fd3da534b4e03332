#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "facts/rdma/usable.h"

/// What several checks must agree on: whether RDMA was asked for here, which devices were given, what place this is.
namespace railhead::check {

/// Why a rule has nothing to judge. Said alike by all, since a report folds what was skipped for one reason.
constexpr const char* kNotWanted = "RDMA is not wanted (--mode tcp)";
constexpr const char* kNoNodeHere = "no RDMA device has its device node here";

/// What a job started here has of RDMA. wanted: --mode rdma, or a device plugin allocated a device. possible: a device is
/// usable, or may be. blocked: devices are visible, none is usable (every pod of an RDMA node may see that). none: no device at
/// all. unwanted:
/// --mode tcp. unknown: the devices are not known.
enum class RdmaUse { wanted, possible, blocked, none, unwanted, unknown };

RdmaUse rdma_use(const Input& input);

/// `usual` where RDMA may be used, one step lower where it is blocked, info where it is unwanted.
Severity weighed(Severity usual, RdmaUse use);

/// One device that a device plugin gave, and the variable that says so.
struct Given {
  facts::AllocatedDevice device;
  std::string variable;
};

/// The devices of PCIDEVICE_* that may be RDMA devices: those whose PCI function is known to be none are left out, and so are
/// those bound to vfio-pci, which no kernel driver serves.
std::vector<Given> given_devices(const facts::Machine& machine);

/// The RDMA device that was allocated, by its PCI address, name or uverbs device; nullptr when it is not visible here.
const facts::Device* device_of(const facts::Machine& machine, const facts::AllocatedDevice& given);

/// The variable that allocates this device to the container; empty when none does.
std::string given_by(const facts::Machine& machine, const facts::Device& device);

/// Usable when one of its ports is; unknown when none is and one may be.
facts::Usable usable(const facts::Machine& machine, const facts::Device& device);

/// An interface of the device is in this network namespace.
bool has_netdev_here(const facts::Device& device);

bool is_infiniband(const facts::Device& device);

/// How far a visible device is this container's to use. given: a device plugin allocated it. netdev: an interface of it is in
/// this network namespace. open: nothing says whose it is (InfiniBand shows every device to all). foreign: others were
/// allocated, or its interface is in another namespace.
enum class Claim { given, netdev, open, foreign };

Claim claim(const facts::Machine& machine, const facts::Device& device);

/// The findings of a rule about visible devices where there is nothing to judge: devices not known, none at all (hca.none says
/// that, once), or RDMA not wanted.
std::optional<std::vector<Finding>> no_devices_to_judge(const Input& input);

bool in_container(const facts::Container& container);
bool in_kubernetes(const facts::Container& container);

/// "mlx5_0, mlx5_1 and 14 more", in the order given.
std::string listed(std::vector<std::string> names, std::size_t most = 8);

}  // namespace railhead::check
