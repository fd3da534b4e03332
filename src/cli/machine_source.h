#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "sys/world.h"

namespace railhead::cli {

/// --root and --from of every command that reads a machine; both empty is this machine.
struct MachineSource {
  std::string root;
  std::string snapshot;
};

/// A world together with what it is made of.
class OpenedWorld {
 public:
  /// Opens the machine the options name. Errors: both given; a root that is no folder; a snapshot that is not one.
  static base::Result<OpenedWorld> open(const MachineSource& source);

  /// A snapshot's text; `name` is its name for messages.
  static base::Result<OpenedWorld> of_snapshot_text(std::string_view text, const std::string& name);

  sys::World world() const { return {*files_, *kernel_, *environ_, live_, environ_known_}; }

 private:
  static base::Result<OpenedWorld> of_snapshot(const std::string& path);

  std::unique_ptr<sys::FileTree> files_;
  std::unique_ptr<sys::Kernel> kernel_;
  std::unique_ptr<sys::Environ> environ_ = std::make_unique<sys::Environ>();
  bool live_ = false;
  bool environ_known_ = false;
};

}  // namespace railhead::cli
