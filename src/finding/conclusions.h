#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "finding/check.h"
#include "memlock/model.h"

namespace railhead::check {

/// What the texts of a case prove, besides faults; what they do not support is absent. Listings leave out what a probe sees
/// (whether a device opens, which interfaces are here): that is taken for well, since it is the texts that are judged, and the
/// findings say what is unknown.
struct Conclusions {
  std::string transport = {};                  // "ib", "roce", "socket", "efa", "libfabric", "gib"; empty: not proved
  std::optional<bool> rdma_used = {};          // whether RDMA carried data
  std::vector<std::string> over_rdma = {};     // where ranks differ: those that use RDMA, and
  std::vector<std::string> over_sockets = {};  // those that use TCP
  /// Of the machine, where there is one; for several machines no list is right for all.
  std::optional<std::vector<std::string>> usable_devices = {};
  /// What NCCL_IB_HCA should name: the usable devices of one link layer, without those that lead nowhere.
  std::optional<std::vector<std::string>> chosen_devices = {};
  std::map<std::string, unsigned> gid_index = {};  // of RoCE devices: the index that a job should use
  std::optional<memlock::Allowance> memlock = {};  // the soft limit of the first machine
};

/// `input` is that of the first machine.
Conclusions conclusions_of(const Input& input);

}  // namespace railhead::check
