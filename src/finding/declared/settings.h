#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "facts/cluster/cluster.h"
#include "finding/finding.h"

/// Variables that manifests set, judged as those of a machine are.
namespace railhead::check {

/// The environments of containers, as far as texts tell them. Lives as long as the cluster.
class DeclaredSettings {
 public:
  explicit DeclaredSettings(const facts::Cluster& cluster);

  /// What the container's process will find, in order of names: ConfigMaps of envFrom that the texts have, then env, then what
  /// its script exports in any case. A value that is only known at run time is left out.
  std::vector<facts::Variable> of(const facts::DeclaredContainer& container) const;

 private:
  /// By their names; nullptr where two have one name, in two namespaces.
  std::map<std::string_view, const facts::ClusterObject*> config_maps_;
};

/// An assignment that a script exports, or hands to a command: its place, and whether it always happens.
struct Exported {
  facts::Variable variable;
  const facts::ShellCommand& command;
  bool computed = false;
};

/// "export A=b", "env A=b PROGRAM", "A=b PROGRAM" and mpirun's "-x A=b"; variables of jobs alone.
std::vector<Exported> exported_by(const facts::DeclaredContainer& container);

/// Whose variables are judged: of every container, or of those that ask for RDMA devices, where RDMA is meant.
enum class Whose : std::uint8_t { all, with_rdma };

/// What `rule` says of the machine's variables, and of those of each container with the container as their subject. Where the
/// texts have more than manifests, logs or listings, a manifest's variables are the machine's, and are judged once.
std::vector<Finding> with_declared(const Input& input, Whose whose, Rule rule);

}  // namespace railhead::check
