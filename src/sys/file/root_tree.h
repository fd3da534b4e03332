#pragma once

#include <string>

#include "base/error.h"
#include "sys/descriptor.h"
#include "sys/file/file_tree.h"

namespace railhead::sys {

/// The files below a folder of this machine, "/" for the machine itself. Below any other root the kernel is asked to keep every
/// lookup inside (openat2(2) with RESOLVE_IN_ROOT); where it cannot (before 5.6, or under a seccomp filter that does not know
/// the call) links are followed by hand instead.
///
/// A root other than "/" is a captured tree: when a whole source is missing there (source.h), its files were not asked for
/// rather than absent, and fail with kNotAsked.
class RootTree final : public FileTree {
 public:
  /// Fails when `root` is not a folder that can be opened.
  static base::Result<RootTree> open(const std::string& root);

  Outcome<std::string> read(std::string_view path) const override;
  Outcome<std::vector<std::string>> list(std::string_view path) const override;
  Outcome<std::string> link(std::string_view path) const override;
  Outcome<Node> node(std::string_view path) const override;
  Outcome<std::unique_ptr<Folder>> folder(std::string_view path) const override;
  Outcome<std::string> real(std::string_view path) const override;

 private:
  RootTree(Descriptor root, bool whole) : root_(std::move(root)), whole_(whole) {}

  /// A descriptor for the path, or why not; ENOENT in a captured tree without that source becomes kNotAsked.
  Outcome<Descriptor> opened(std::string_view path, int flags) const;
  Outcome<Descriptor> opened_inside(const std::string& path, int flags) const;
  Errno judged(std::string_view path, int error) const;

  Descriptor root_;
  bool whole_;  // the machine's own "/"
};

}  // namespace railhead::sys
