#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "facts/archive.h"
#include "facts/machine.h"
#include "finding/check.h"
#include "probe/archive_tree.h"
#include "probe/recorded_kernel.h"
#include "sys/self/environ.h"
#include "sys/world.h"
#include "text/case.h"

namespace railhead::test {

/// The whole file as text; a missing one ends the test program with its name, since no test can go on without it.
std::string file_text(const std::string& path);

/// A path in the repository.
std::string source_path(const std::string& relative);

/// A machine made of text: files, environment and answers of system calls. Worlds of a fixture build on a base world in
/// tests/worlds and say only what differs.
class SmallWorld {
 public:
  /// The base world NAME of tests/worlds/NAME.txtar.
  static base::Result<SmallWorld> base_world(const std::string& name);
  /// The world `name` of a fixture, whose entries are NAME/base, NAME/root/..., NAME/environ, NAME/facts.json, NAME/options,
  /// NAME/pods/POD/... (a machine each, of the same parts, for rules that compare them),
  /// NAME/pinning (what --probe=full would measure: "registered mlx5_2 8MiB of 1GiB ENOMEM", "locked 1GiB of 1GiB").
  static base::Result<SmallWorld> of_fixture(const facts::Archive& fixture, const std::string& name);

  /// What the world's files and answers tell; where it has texts (NAME/text/FILE), what these tell.
  facts::Machine machine() const;
  /// What its texts say of a job; nothing without texts.
  std::optional<text::Case> texts() const;
  /// Its pods: their names and machines.
  const std::vector<std::pair<std::string, facts::Machine>>& pods() const { return pods_; }
  /// Its manifests (NAME/manifests/FILE), which are judged together as lint does.
  const std::vector<facts::ArchiveEntry>& manifests() const { return manifests_; }
  /// The text of its NAME/preflight.json, a job and a cluster (foreseen_world.h); empty where it has none.
  const std::string& preflight() const { return preflight_; }
  /// For what reads a world in its own way.
  void in_world(const std::function<void(const sys::World&)>& look) const;
  const check::Options& options() const { return options_; }
  sys::Environ& environ() { return environ_; }
  probe::ArchiveTree& files() { return files_; }

 private:
  text::Case read_texts() const;
  base::Result<void> add(const facts::ArchiveEntry& entry, const std::string& source);

  probe::ArchiveTree files_;
  sys::Environ environ_;
  probe::KernelAnswers answers_;
  check::Options options_;
  facts::Pinning pinning_;
  std::vector<facts::ArchiveEntry> texts_;
  std::vector<facts::ArchiveEntry> manifests_;
  std::string preflight_;
  std::vector<std::pair<std::string, facts::Machine>> pods_;
};

/// Names of the worlds in a fixture, in their order.
std::vector<std::string> world_names(const facts::Archive& fixture);

}  // namespace railhead::test
