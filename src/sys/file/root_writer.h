#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "sys/descriptor.h"

/// Files replaced as a whole, below a root that no link leads out of.
namespace railhead::sys {

/// Permission bits and owner that a file gets.
struct Owned {
  std::uint32_t mode = 0644;
  std::optional<std::uint32_t> uid = {};  // of this process unless it is said
  std::optional<std::uint32_t> gid = {};
};

/// A file that is written and not in its place yet; gone again unless it is committed.
class StagedFile {
 public:
  StagedFile(StagedFile&& other) noexcept = default;
  StagedFile& operator=(StagedFile&&) = delete;
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;
  ~StagedFile();

  /// rename(2) into its place, and the folder synced.
  base::Result<void> commit();

 private:
  friend class RootWriter;
  StagedFile() = default;

  Descriptor folder_;   // of the file
  Descriptor nursery_;  // where the temporary file lies
  std::string temporary_;
  std::string name_;
  std::string path_;
};

class RootWriter {
 public:
  /// Fails when `root` is not a folder that can be opened.
  static base::Result<RootWriter> open(const std::string& root);

  /// Writes `text` beside the folder of `path`, so that no program which reads all files of that folder sees it half done;
  /// makes missing folders. Errors: the path is a link or no file, a link on the way leads nowhere, no permission, a full disk.
  base::Result<StagedFile> stage(const std::string& path, const std::string& text, const Owned& owned) const;

 private:
  explicit RootWriter(Descriptor root) : root_(std::move(root)) {}
  base::Result<Descriptor> folder(const std::string& path) const;

  Descriptor root_;
};

}  // namespace railhead::sys
