#pragma once

#include <string>
#include <vector>

#include "facts/log/run.h"
#include "finding/check.h"

/// Ports of a list that lead elsewhere than the rest.
namespace railhead::check {

/// A device that NCCL_IB_HCA names, on which connections were tried and got nowhere, and whose address is in another network
/// (the first 16 bits differ, so that rails of one fabric are none) than that of the other named devices, on which nothing
/// failed.
struct Apart {
  std::string device;
  std::string address;
  std::vector<std::string> cluster;  // the devices that remain
  std::string cluster_address;       // of the first of them
  const facts::LogEvent* event = nullptr;
  std::vector<Evidence> evidence;
};

/// None without a log, without NCCL_IB_HCA, or where several networks remain.
std::vector<Apart> ports_apart(const Input& input);

}  // namespace railhead::check
