#include "cli/memlock/memlock.h"

namespace railhead::cli {

void add_memlock(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "memlock", "Locked memory: whether a job may pin what RDMA needs, what would let it, and how much that is");
  command->require_subcommand(1);
  add_memlock_explain(*command, chosen);
  add_memlock_size(*command, chosen);
}

}  // namespace railhead::cli
