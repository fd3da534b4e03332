#include "cli/exec/exec.h"

#include <memory>

#include "cli/command.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nUsage: railhead exec [OPTIONS] -- COMMAND [ARGUMENT...]\n"
    "\nExamples:\n"
    "  railhead exec -- torchrun train.py\n"
    "  railhead exec --torchrun --nnodes 2 --require rdma -- torchrun train.py   # in a pod of a StatefulSet\n"
    "  railhead exec --user 1000:1000 -- python train.py                         # start as root, raise, drop\n"
    "  railhead exec --print -- true                                             # what would it do here?\n"
    "\nA container that runs as non-root needs file capabilities on the binary, IPC_LOCK in the pod's capabilities and "
    "privilege\n"
    "escalation allowed: setcap cap_ipc_lock,cap_sys_resource+p railhead (in the image; +p, not +ep: with e it would not "
    "start\n"
    "where one of them is missing).\n"
    "\nExit codes: the command's own; 125 railhead could not start it as asked, 126 it cannot be executed, 127 it is not "
    "there.";

void add_memlock(CLI::App& command, ExecOptions& options) {
  command
      .add_option("--memlock", options.memlock, "What the command shall be able to pin: unlimited (default), a size, or keep")
      ->check(not_empty())
      ->option_text("SIZE|unlimited|keep");
  command
      .add_option("--require", options.require,
                  "Fail rather than start with less: rdma, or memlock=SIZE (memlock=unlimited); repeatable")
      ->check(not_empty())
      ->option_text("rdma|memlock=SIZE");
  command
      .add_option("--user", options.user,
                  "Become this user after the limit is raised; names are those of /etc/passwd and /etc/group")
      ->check(not_empty())
      ->option_text("UID[:GID[,GROUP...]]");
  command.add_flag("--keep-ipc-lock", options.keep_ipc_lock,
                   "Leave CAP_IPC_LOCK to the command even where the limit alone would do");
  CLI::Option* drop = command.add_flag("--drop-caps", options.drop_caps,
                                       "Drop CAP_SYS_RESOURCE whatever happens (default: after it was used), or fail");
  command.add_flag("--no-drop-caps", options.no_drop_caps, "Leave CAP_SYS_RESOURCE to the command")->excludes(drop);
}

void add_place(CLI::App& command, ExecOptions& options) {
  command.add_flag("--torchrun", options.torchrun,
                   "Add the options that torchrun lacks: nnodes, node-rank, master-addr, nproc-per-node");
  command.add_option("--nnodes", options.place.nodes, "Nodes of the job")->option_text("N");
  command.add_option("--node-rank", options.place.node_rank, "Which of them this is, from 0")->option_text("N");
  command.add_option("--master-addr", options.place.master_addr, "Where the nodes meet")->option_text("HOST");
  command.add_option("--master-port", options.place.master_port, "Its port (default 29500)")->option_text("PORT");
}

void add_result(CLI::App& command, ExecOptions& options) {
  using fabric::Mode;
  command.add_option("--mode", options.mode, "auto (default: RDMA where it works), rdma (as --require rdma) or tcp")
      ->transform(one_of({{"auto", static_cast<int>(Mode::auto_)},
                          {"rdma", static_cast<int>(Mode::rdma)},
                          {"tcp", static_cast<int>(Mode::tcp)}}))
      ->option_text("auto|rdma|tcp");
  command.add_option("--env-file", options.env_file, "Also write what was set to this file, as NAME=VALUE lines")
      ->check(not_empty())
      ->option_text("FILE");
  command.add_flag("--print", options.print, "Show what would be done, and change nothing");
  command.add_flag("--quiet", options.quiet, "No notes on stderr; errors are still said");
  command.add_option("--install", options.install, "Copy this program into the folder (for an init container) and end")
      ->check(not_empty())
      ->option_text("DIR");
}

}  // namespace

void add_exec(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("exec",
                                         "Starts a job so that it can pin memory and uses the right rails: raises the limit, "
                                         "sets the environment, becomes the command");
  auto options = std::make_shared<ExecOptions>();
  command->footer(kFooter);
  add_memlock(*command, *options);
  add_place(*command, *options);
  add_result(*command, *options);
  add_output(*command, options->output);
  command->callback([options, &chosen] {
    options->command = chosen.command;
    chosen.output = &options->output;
    chosen.run = [options] { return static_cast<Exit>(run_exec(*options)); };
  });
}

}  // namespace railhead::cli
