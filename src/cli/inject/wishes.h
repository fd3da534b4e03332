#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "manifest/inject/wishes.h"

namespace railhead::cli {

/// What inject was asked for, as the command line has it.
struct InjectOptions {
  std::vector<std::string> networks;
  std::vector<std::string> resources;
  std::vector<std::string> containers;
  std::vector<std::string> pod_paths;
  std::string profile;
  std::string service_account;
  std::string shm;
  std::string memlock_size;
  std::string launcher_image;
  int memlock = -1;
  bool tcp = false;
  bool launcher = false;
  bool no_environment = false;
  bool no_placement = false;
};

void add_wishes(CLI::App& command, InjectOptions& options);

/// What the profile says, and over it what the command line says.
base::Result<manifest::Wishes> wishes_of(const InjectOptions& options);

}  // namespace railhead::cli
