#pragma once

#include <string>
#include <vector>

namespace railhead::nri {

/// The file of a folder of hooks, which CRI-O and Podman read alike. Source: oci-hooks(5), schema 1.0.0.
struct HookFile {
  std::string program = "/usr/local/bin/railhead";
  std::vector<std::string> options = {};  // of 'railhead oci-hook'
  std::string stage = "createRuntime";    // or prestart, its older name, which is all that CRI-O before 1.21 knows
};

/// The hook runs for every container: which ones the policy means is seen there alone (a device has no word
/// in that schema).
std::string hook_file(const HookFile& file);

/// Where the hook is ended by the runtime, in seconds; it ends itself before.
constexpr unsigned kHookSeconds = 5;

}  // namespace railhead::nri
