#pragma once

#include <string>
#include <vector>

#include "manifest/render/plan.h"

namespace railhead::manifest::render {

/// Name of the pod's volume with the script, and where it is mounted.
constexpr const char* kScriptVolume = "railhead-script";
constexpr const char* kScriptFolder = "/railhead/script";

/// The words that start the script: those of its "#!" line as the kernel reads it (execve(2): a program and at most one
/// argument), /bin/sh without one.
std::vector<std::string> script_command(const Plan& plan);

}  // namespace railhead::manifest::render
