#pragma once

#include <vector>

#include "cli/deploy/options.h"
#include "flow/deploy/items.h"

/// What deploy does before it applies anything, or in place of it.
namespace railhead::cli {

/// Jobs that were read, and what has to be applied for them.
struct ReadyItems {
  std::vector<ReadyJob> jobs;
  std::vector<flow::Item> items;
};

/// Of the files that a command was given; `access` names the namespace that wins over theirs. An error has all that is wrong
/// in them.
base::Result<ReadyItems> ready_items(JobOptions jobs, const kube::Access& access);

/// --dry-run=client: what would be sent, in its order.
base::Result<Exit> show(const std::vector<flow::Item>& items, const OutputOptions& output);

/// What the server would change, as kubectl diff shows it; exit code 1 where there is something.
base::Result<Exit> difference(const kube::Client& client, const std::vector<flow::Item>& items);

/// Whether the job could start, said on stderr. What is not known stops nothing.
base::Result<bool> can_start(const DeployOptions& options, const kube::Client& client, const ReadyItems& ready);

}  // namespace railhead::cli
