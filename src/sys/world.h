#pragma once

#include <string>

#include "sys/file/file_tree.h"
#include "sys/kernel.h"
#include "sys/self/environ.h"

namespace railhead::sys {

/// All that a probe may look at, handed in: a live machine, a captured tree or a snapshot. `live` worlds may also be probed
/// with verbs and registrations; in others nothing but the recorded answers is there. `environ_known` is false where the
/// environment was not captured: an empty one is then nobody's.
struct World {
  const FileTree& files;
  const Kernel& kernel;
  const Environ& environ;
  bool live = false;
  bool environ_known = true;
};

}  // namespace railhead::sys
