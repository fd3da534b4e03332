#pragma once

#include <optional>
#include <vector>

#include "fabric/device/claim.h"
#include "finding/check.h"

/// What several checks must agree on: whether RDMA was asked for here, and when there is nothing to judge.
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

/// The findings of a rule about visible devices where there is nothing to judge: devices not known, none at all (hca.none says
/// that, once), or RDMA not wanted.
std::optional<std::vector<Finding>> no_devices_to_judge(const Input& input);

}  // namespace railhead::check
