#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/environment.h"
#include "finding/finding.h"

/// What the rules about variables share: which setting counts, and how it is shown and mended.
namespace railhead::check {

constexpr const char* kNotSet = "the variables it judges are not set";
constexpr const char* kNoDevice = "there is no RDMA device here for a variable to name";

/// The setting of `name` that counts; nullptr where nothing sets it.
const facts::Variable* setting(const facts::Machine& machine, std::string_view name);

/// The settings that count, one a name, of the names that begin with `prefix`.
std::vector<const facts::Variable*> settings(const facts::Machine& machine, std::string_view prefix);

/// {"NCCL_IB_HCA=^mlx5_", "/etc/nccl.conf:3"}
Evidence shown(const facts::Variable& variable);

/// "unset NCCL_NET", or the line of the file that is to go.
std::string removal(const facts::Variable& variable);

/// "export NCCL_IB_DISABLE=1", or the line of the file as it should be.
std::string correction(const facts::Variable& variable, const std::string& value);

/// The findings where there is no environment to judge; and, with a name, where that is not set.
std::optional<std::vector<Finding>> nothing_set(const Input& input, std::string_view name = {});

/// As nothing_set, for a variable that takes RDMA away or chooses its devices: of no matter where RDMA is not wanted, or where
/// there is no device.
std::optional<std::vector<Finding>> no_rdma_setting(const Input& input, std::string_view name);

/// True when NCCL reads this flag as on: any number but 0.
bool is_on(const facts::Machine& machine, std::string_view name);

/// The variable that asks for a network plugin by name, NCCL_NET or NCCL_NET_PLUGIN; nullptr when none does. A library
/// libnccl-net.so that is merely there would be loaded as well, and is not looked for.
const facts::Variable* asks_for_plugin(const facts::Machine& machine);

/// The variable by which NCCL uses TCP: NCCL_NET=Socket, or NCCL_IB_DISABLE where no plugin is asked for that goes on with
/// RDMA. nullptr when none does.
const facts::Variable* turned_off_by(const facts::Machine& machine);

}  // namespace railhead::check
