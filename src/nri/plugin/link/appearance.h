#pragma once

#include <string>

#include "nri/plugin/waits.h"
#include "sys/descriptor.h"

namespace railhead::nri {

/// Sees a runtime's socket appear in its folder (inotify(7)), so that nobody waits for the next try while the runtime makes
/// containers already. Where that cannot be watched, as long as the folder is not there, it sees nothing and the tries go on.
class Appearance {
 public:
  explicit Appearance(const std::string& socket);

  /// Looks from now on; again for a folder that was made anew.
  void look();
  void want(Waits& waits) const;
  /// Whether a file of the socket's name was made since the last time it was asked.
  bool came();

 private:
  std::string folder_;
  std::string name_;
  sys::Descriptor events_;
};

}  // namespace railhead::nri
