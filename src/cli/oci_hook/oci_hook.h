#pragma once

#include <string>
#include <vector>

#include "cli/output.h"

/// railhead oci-hook: run by an OCI runtime, and what writes the file that has it run.
namespace railhead::cli {

struct HookOptions {
  std::string policy = {};  // empty: the built-in one
  bool has_policy = false;
  bool audit = false;
  std::string log = {};
  std::vector<std::string> unknown = {};  // words of the command line that mean nothing
};

/// For a container runtime: whatever is wrong with the hook itself, the container starts, and the exit code is 0. Exit 1, and
/// the container does not start, for what a policy with onError: reject rejects.
Exit run_oci_hook(const HookOptions& options);

struct HookRenderOptions {
  OutputOptions output;
  bool crio = false;  // else Podman
  std::string program = "/usr/local/bin/railhead";
  std::string stage = "createRuntime";
  std::string policy = {};
  bool audit = false;
  std::string log = {};
};

Exit run_oci_hook_render(const HookRenderOptions& options);

}  // namespace railhead::cli
