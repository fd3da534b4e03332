#pragma once

#include <string_view>

#include "probe/archive_tree.h"
#include "sys/live_kernel.h"
#include "sys/self/environ.h"
#include "sys/world.h"

namespace railhead::test {

/// The files of a text archive whose names are paths below the root. A text that is no archive ends the test program.
probe::ArchiveTree tree_of(std::string_view archive);

/// A world of nothing but files: no environment, and every system call is "not asked".
class FileWorld {
 public:
  explicit FileWorld(std::string_view archive) : tree_(tree_of(archive)) {}
  sys::World world() const { return {.files = tree_, .kernel = kernel_, .environ = environ_, .live = false}; }
  probe::ArchiveTree& tree() { return tree_; }

 private:
  probe::ArchiveTree tree_;
  sys::NoKernel kernel_;
  sys::Environ environ_;
};

}  // namespace railhead::test
