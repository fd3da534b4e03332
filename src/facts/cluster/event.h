#pragma once

#include <string>

namespace railhead::facts {

/// Something that a scheduler, an admission controller, a kubelet or a CNI plugin refused or could not do.
struct ClusterEvent {
  std::string text = {};  // the line, shortened
  std::string source = {};
};

}  // namespace railhead::facts
