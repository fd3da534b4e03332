#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "facts/host/process.h"

/// Processes that want to pin memory, as tests of the memlock model and of the ladder describe them.
namespace railhead::test {

constexpr std::uint64_t bit(facts::Capability capability) { return std::uint64_t{1} << static_cast<unsigned>(capability); }
constexpr std::uint64_t kLock = bit(facts::Capability::ipc_lock);
constexpr std::uint64_t kResource = bit(facts::Capability::sys_resource);
constexpr std::uint64_t kLow = std::uint64_t{8} << 20;
constexpr std::uint64_t kMiddle = std::uint64_t{64} << 20;

/// What it does not name is a uid 1000 without capabilities in the initial user namespace.
struct Setting {
  std::uint32_t uid = 1000;
  facts::CapabilitySets sets = {};
  bool no_new_privs = false;
  bool initial = true;
  std::optional<std::uint64_t> soft = kLow;
  std::optional<std::uint64_t> hard = kLow;
};

inline facts::Process process(const Setting& setting) {
  facts::Process result;
  result.uid = {setting.uid, "status"};
  result.gid = {setting.uid, "status"};
  result.groups = {std::vector<std::uint32_t>{}, "status"};
  result.capabilities = {setting.sets, "status"};
  result.no_new_privs = {setting.no_new_privs, "status"};
  result.initial_user_namespace = {setting.initial, "uid_map"};
  result.memlock = {facts::Limit{setting.soft, setting.hard}, "limits"};
  return result;
}

/// All of a set but the ambient one, as uid 0 of a container has them.
inline facts::CapabilitySets held(std::uint64_t set) { return {.effective = set, .permitted = set, .bounding = set}; }

}  // namespace railhead::test
