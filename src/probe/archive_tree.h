#pragma once

#include <map>
#include <set>
#include <string>

#include "facts/archive.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// Files out of an archive, held in memory: a snapshot or a test's small world. Folders exist where something lies in them. As
/// in a captured tree, a source that is missing as a whole (no /proc at all) was not asked for.
class ArchiveTree final : public sys::FileTree {
 public:
  /// Takes the entries below `prefix` ("root/"); others are ignored.
  ArchiveTree(const facts::Archive& archive, const std::string& prefix);
  ArchiveTree() = default;

  /// Adds or replaces one entry, whose name is the path below the root without a leading slash. A failure of ENOENT removes
  /// what was there, with everything below it.
  void put(facts::ArchiveEntry entry);

  sys::Outcome<std::string> read(std::string_view path) const override;
  sys::Outcome<std::vector<std::string>> list(std::string_view path) const override;
  sys::Outcome<std::string> link(std::string_view path) const override;
  sys::Outcome<sys::Node> node(std::string_view path) const override;
  sys::Outcome<std::unique_ptr<sys::Folder>> folder(std::string_view path) const override;
  sys::Outcome<std::string> real(std::string_view path) const override;

 private:
  const facts::ArchiveEntry* at(std::string_view path) const;
  void add_parents(std::string_view path);
  /// ENOENT, or kNotAsked when the whole source is missing.
  sys::Errno absent(std::string_view path) const;
  sys::Outcome<const facts::ArchiveEntry*> followed(std::string_view path) const;

  std::map<std::string, facts::ArchiveEntry, std::less<>> entries_;  // by absolute path; folders too
  std::set<std::string, std::less<>> gone_;                          // said to be absent, by an entry of ENOENT
  /// Where folders are with their links followed: a tree of a large node has thousands of files in a few hundred of them.
  mutable std::map<std::string, std::string, std::less<>> real_folders_;
};

}  // namespace railhead::probe
