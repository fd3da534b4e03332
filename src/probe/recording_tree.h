#pragma once

#include <map>
#include <string>

#include "facts/archive.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// Passes reads on to another tree and remembers all it saw, links on the way included, so that an ArchiveTree over entries()
/// answers the same questions the same way.
class RecordingTree final : public sys::FileTree {
 public:
  explicit RecordingTree(const sys::FileTree& tree) : tree_(tree) {}

  sys::Outcome<std::string> read(std::string_view path) const override;
  sys::Outcome<std::vector<std::string>> list(std::string_view path) const override;
  sys::Outcome<std::string> link(std::string_view path) const override;
  sys::Outcome<sys::Node> node(std::string_view path) const override;
  sys::Outcome<std::unique_ptr<sys::Folder>> folder(std::string_view path) const override;

  /// What was seen, by name, below `prefix` ("root/").
  std::vector<facts::ArchiveEntry> entries(const std::string& prefix) const;

 private:
  /// Notes every link on the way and gives the place itself; the last component is not followed when `itself`.
  sys::Outcome<std::string> place_of(std::string_view path, bool itself) const;
  void remember(const std::string& path, facts::ArchiveEntry entry) const;
  void remember_node(const std::string& path, const sys::Node& node) const;
  /// Where the world says that a whole source is absent, and not that nobody asked, the archive has to say so too.
  void remember_absence(std::string_view path, sys::Errno error) const;
  void remember_failure(const std::string& path, sys::Errno error) const;

  const sys::FileTree& tree_;
  mutable std::map<std::string, facts::ArchiveEntry> seen_;  // reading is const, remembering it is not seen from outside
};

}  // namespace railhead::probe
