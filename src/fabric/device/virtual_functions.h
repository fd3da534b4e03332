#pragma once

#include <vector>

#include "facts/machine.h"

namespace railhead::fabric {

/// Virtual functions with an InfiniBand port. own: allocated to this container, or, where nothing was allocated, of a machine
/// that shows no physical function (a guest, a container in exclusive mode). A host's own idle functions are `others`: they
/// have neither GUID nor LID before they are handed out, and that is no fault.
struct VirtualFunctions {
  std::vector<const facts::Device*> own;
  std::vector<const facts::Device*> others;
};

VirtualFunctions infiniband_functions(const facts::Machine& machine);

}  // namespace railhead::fabric
