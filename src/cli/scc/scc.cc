#include "cli/scc/scc.h"

namespace railhead::cli {

void add_scc(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "scc", "Admission: what OpenShift's security context constraints and Pod Security will say of a pod, and the way out");
  command->require_subcommand(1);
  add_scc_check(*command, chosen);
  add_scc_render(*command, chosen);
}

}  // namespace railhead::cli
