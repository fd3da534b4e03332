#pragma once

#include <map>
#include <string>

#include "facts/rdma/device.h"
#include "probe/level.h"
#include "sys/world.h"

namespace railhead::probe {

/// Which node below /dev/infiniband belongs to which RDMA device, out of a class such as /sys/class/infiniband_verbs, whose
/// entries name their device in a file `ibdev`.
class NodeNames {
 public:
  NodeNames(const sys::FileTree& files, std::string class_path);

  /// "uverbs0"; not_found when the class has no entry for the device, the class's own failure when it cannot be listed.
  facts::Known<std::string> of(const std::string& device) const;

 private:
  std::string class_path_;
  facts::Missing otherwise_;
  std::map<std::string, facts::Known<std::string>> names_;
};

/// Looks at nodes below /dev/infiniband.
class DeviceNodes {
 public:
  DeviceNodes(const sys::World& world, Level level) : world_(world), level_(level) {}

  /// The node /dev/infiniband/NAME. From Level::open on it is opened and closed again.
  facts::DeviceNode node(const std::string& name) const;
  /// As above, for a name that may be missing: its reason is then that of everything.
  facts::DeviceNode node(const facts::Known<std::string>& name) const;
  /// The names below /dev/infiniband.
  facts::Known<std::vector<std::string>> names() const;

 private:
  sys::Outcome<sys::Node> node_at(const std::string& path) const;

  const sys::World& world_;
  Level level_;
};

}  // namespace railhead::probe
