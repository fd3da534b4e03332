#include "nccl/installed/plugins.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "nccl/user.h"

// Names: aws-ofi-nccl calls its network "Libfabric" and, formerly, "AWS Libfabric" (src/nccl_ofi_interface_nvidia.cpp),
// Google's gIB "gIB". Both set what they need themselves: aws-ofi-nccl in its platform code, gIB by set_nccl_env.sh in its
// package.

namespace railhead::nccl {
namespace {

bool is_google(const facts::Library& library) { return library.path.has() && library.path->starts_with("/usr/local/gib/"); }

/// The plugin's file carries no vendor's name everywhere: where an EFA device is, libnccl-net.so is aws-ofi-nccl.
const facts::Library* found(const facts::Machine& machine, bool google) {
  if (!machine.software.net_plugins.has()) return nullptr;
  for (const facts::Library& library : *machine.software.net_plugins)
    if (library.path.has() && is_google(library) == google) return &library;
  return nullptr;
}

bool any_efa(const facts::Machine& machine) {
  if (!machine.rdma.devices.has()) return false;
  return std::ranges::any_of(*machine.rdma.devices, [](const auto& device) { return device.driver.is("efa"); });
}

OwnPlugin efa(facts::Evidence evidence) {
  return {Transport::efa, "the plugin aws-ofi-nccl drives EFA through libfabric and chooses devices and settings itself",
          std::move(evidence)};
}

OwnPlugin gib(facts::Evidence evidence) {
  return {Transport::gib, "Google's gIB plugin is set up by its own package (/usr/local/gib/scripts/set_nccl_env.sh)",
          std::move(evidence)};
}

}  // namespace

std::optional<OwnPlugin> own_plugin(const facts::Machine& machine) {
  const facts::Variable* net = set_by_user(machine.environment, "NCCL_NET");
  const std::string named = net ? base::lowered(net->value) : "";
  const auto by_name = [&] { return facts::Evidence{"NCCL_NET=" + net->value, net->source}; };
  if (named == "gib") return gib(by_name());
  if (named == "libfabric" || named == "aws libfabric") return efa(by_name());
  if (!named.empty()) return std::nullopt;  // the user wants another network
  if (const facts::Library* library = found(machine, true)) return gib(seen(library->path, library->name));
  if (!any_efa(machine)) return std::nullopt;
  if (!machine.software.net_plugins.has()) return efa(lacking(machine.software.net_plugins, "network plugins"));
  if (const facts::Library* library = found(machine, false)) return efa(seen(library->path, library->name));
  return std::nullopt;
}

const facts::Library* other_plugin(const facts::Machine& machine) {
  if (set_by_user(machine.environment, "NCCL_NET_PLUGIN") || !machine.software.net_plugins.has()) return nullptr;
  for (const facts::Library& library : *machine.software.net_plugins)
    if (library.path.has() && library.name == "libnccl-net.so" && !is_google(library)) return &library;
  return nullptr;
}

bool is_rccl(const facts::Software& software) {
  if (!software.nccl.has()) return false;
  const auto starts = [&](const char* start) {
    return std::ranges::any_of(*software.nccl, [start](const auto& library) { return library.name.starts_with(start); });
  };
  return starts("librccl.") && !starts("libnccl.");
}

}  // namespace railhead::nccl
