#pragma once

#include <string>
#include <utility>

#include "facts/archive.h"
#include "probe/archive_tree.h"
#include "probe/recorded_kernel.h"
#include "sys/self/environ.h"
#include "sys/world.h"

namespace railhead::test {

/// A place to probe, written as a text archive whose names are paths below the root: for tests of one probe alone.
class Place {
 public:
  explicit Place(const std::string& archive, sys::Environ environ = {}, probe::KernelAnswers answers = {});

  const sys::World& world() const { return world_; }
  probe::ArchiveTree& files() { return files_; }

 private:
  probe::ArchiveTree files_;
  probe::RecordedKernel kernel_;
  sys::Environ environ_;
  sys::World world_;
};

}  // namespace railhead::test
