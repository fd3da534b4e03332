#pragma once

#include <chrono>
#include <string>

#include "cli/output.h"
#include "cli/render/jobs.h"
#include "kube/client.h"

namespace railhead::cli {

/// --dry-run: client: nothing is sent. server: the API server says what it would do.
enum class DryRun : std::uint8_t { none, client, server };

/// The command line of deploy.
struct DeployOptions {
  OutputOptions output;
  JobOptions jobs;
  kube::Access access;
  DryRun dry_run = DryRun::none;
  bool diff = false;
  bool prune = false;
  bool wait = true;
  bool verify = true;
  bool logs = false;
  bool force = false;
  bool adopt = false;
  bool preflight = true;
  std::chrono::milliseconds limit = std::chrono::minutes(10);
};

base::Result<Exit> run_deploy(const DeployOptions& options);

/// The command line of undeploy: files, as deploy takes them, or NAME.
struct UndeployOptions {
  OutputOptions output;
  JobOptions jobs;
  kube::Access access;
  std::string name;
  bool volumes = false;
  bool dry_run = false;
  bool wait = true;
  std::chrono::milliseconds limit = std::chrono::minutes(2);
};

base::Result<Exit> run_undeploy(const UndeployOptions& options);

}  // namespace railhead::cli
