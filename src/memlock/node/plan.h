#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memlock/node/config.h"

/// What is to be written so that every container of a node gets a limit. Pure.
namespace railhead::memlock::node {

/// A file as it is (nothing: not there) and as it shall be.
struct Edit {
  std::string path;
  std::optional<std::string> before = {};
  std::string after;

  bool changes() const { return before != after; }
};

/// `restart`: commands, for people; nothing here runs them. `notes`: what else is to be known, one sentence each.
struct Plan {
  Runtime runtime = Runtime::unknown;
  std::vector<Edit> edits = {};
  std::vector<std::string> restart = {};
  std::vector<std::string> notes = {};

  bool changes() const;
};

/// Errors: files that cannot be read as what they are; one that would win over ours; dockerd started with --default-ulimit,
/// which beside the same setting in daemon.json keeps it from starting.
base::Result<Plan> plan(Runtime runtime, const Allowance& value, const Files& files);

/// An OpenShift MachineConfig that writes the drop-in of CRI-O to every node of the pool. A usage error for a role that is no
/// name.
base::Result<std::string> machine_config(const std::string& role, const std::string& drop_in);

}  // namespace railhead::memlock::node
