#include <cerrno>

#include "base/text.h"
#include "check/conclusion.h"
#include "cli/exec/exec.h"
#include "cli/exec/steps.h"
#include "cli/exec/wishes.h"
#include "cli/machine_source.h"
#include "fabric/gpu/own_gpus.h"
#include "facts/net/address_text.h"
#include "finding/pinnable.h"
#include "launch/start.h"
#include "launch/torchrun.h"
#include "probe/host/memory.h"
#include "probe/host/process.h"
#include "probe/machine.h"
#include "probe/plan.h"
#include "report/exec/exec.h"
#include "sys/self/privilege.h"
#include "sys/self/program.h"

// The order matters. The limit is raised and the user changed first, and only then is the machine looked at, by the process
// that the program will be: whether a device node opens is its question, not root's. Nothing here forks, and no library of a
// vendor is loaded: what could hang is left to doctor.
namespace railhead::cli {
namespace {

constexpr int kNotExecutable = 126;
constexpr int kNotThere = 127;

/// What a part of exec works with.
struct Context {
  const ExecOptions& options;
  const ExecWishes& wishes;
  const sys::World world;
};

launch::Variables environ_of_process() {
  sys::Environ environ = sys::own_environ();
  if (!sys::started_with_file_privilege()) return environ;
  // The loader has removed LD_LIBRARY_PATH and others from a program with file capabilities; the job is to have them.
  sys::allow_reading_self();
  const sys::Outcome<sys::Environ> initial = sys::initial_environ();
  return initial ? *initial : environ;
}

base::Result<launch::Rendezvous> place_of(const Context& context) {
  const auto text = [&context](const char* path) { return context.world.files.read(path).value_or(""); };
  const std::string hostname(base::trimmed(text("/proc/sys/kernel/hostname")));
  return launch::rendezvous({context.world.environ, hostname, text("/etc/hosts")}, context.options.place);
}

/// Only an address: looking a name up may take long, and the route to a name of the cluster is the default one.
std::optional<facts::Address> address_of(const launch::Rendezvous& place) {
  return place.master_addr ? facts::parse_host_address(place.master_addr->value) : std::nullopt;
}

base::Error too_little(const Context& context, const launch::Ladder& ladder, const facts::Machine& machine) {
  const memlock::Model& model = ladder.model;
  const check::Input input{machine, {}};
  return {.code = base::Code::denied,
          .message = base::format("the command could pin {}, and {} is required",
                                  model.predicted ? memlock::text(*model.predicted) : "an amount that is not known",
                                  memlock::text(*context.wishes.required)),
          .cause = model.why,
          .suggestion = check::more_memlock(input, memlock::model(machine.process, machine.memory))};
}

base::Result<void> check_memlock(const Context& context, const launch::Ladder& ladder, const facts::Machine& machine) {
  if (!context.wishes.required) return {};
  const std::optional<memlock::Allowance>& pins = ladder.model.predicted;
  const std::optional<base::Bytes>& need = context.wishes.required->limit;
  if (pins && (pins->unlimited() || (need && pins->covers(*need)))) return {};
  return std::unexpected(too_little(context, ladder, machine));
}

/// The first blocker with its own words; doctor tells the rest.
base::Error no_rdma(const check::Conclusion& conclusion, const std::vector<check::Result>& results) {
  base::Error error{.code = base::Code::denied,
                    .message = "RDMA is required: " + conclusion.message,
                    .suggestion = "railhead doctor --mode rdma says more."};
  for (const check::Result& result : results) {
    if (result.finding.verdict != check::Verdict::violated || result.finding.severity != check::Severity::error) continue;
    const std::string& fix = result.finding.fix.empty() ? result.check->fix : result.finding.fix;
    error.cause = base::format("{} ({})", result.finding.message, result.check->id);
    error.suggestion = fix + "\n" + error.suggestion;
    break;
  }
  return error;
}

base::Result<void> check_rdma(const Context& context, const facts::Machine& machine) {
  if (!context.wishes.require_rdma) return {};
  check::Options options{.memlock_need = launch::kLeastForRdma, .mode = fabric::Mode::rdma};
  if (context.wishes.required && context.wishes.required->limit) options.memlock_need = *context.wishes.required->limit;
  const check::Input input{machine, options};
  const base::Result<std::vector<const check::Check*>> checks = check::selected({});
  if (!checks) return std::unexpected(checks.error());
  const std::vector<check::Result> results = check::run(*checks, input);
  const check::Conclusion conclusion = check::conclude(input, results);
  if (conclusion.rdma == true) return {};
  return std::unexpected(no_rdma(conclusion, results));
}

/// RDMA where it works, else TCP with the reason, which is said loudly.
nccl::Plan plan_of(const Context& context, const facts::Machine& machine, const launch::Start& start, std::string& fallback) {
  nccl::Request request{
      .mode = context.options.mode, .require_rdma = context.wishes.require_rdma, .rendezvous = address_of(start.rendezvous)};
  nccl::Plan plan = nccl::plan(machine, request);
  if (context.options.mode == fabric::Mode::tcp) return plan;
  if (plan.transport == nccl::Transport::unknown) return plan;
  if (plan.transport == nccl::Transport::tcp) {
    fallback = plan.why;
    return plan;
  }
  if (plan.error)
    fallback = plan.error->message;
  else if (!launch::pins_enough_for_rdma(start.ladder.model))
    fallback = start.ladder.notes.empty() ? start.ladder.model.why : start.ladder.notes.front();
  if (fallback.empty()) return plan;
  request.mode = fabric::Mode::tcp;
  return nccl::plan(machine, request);
}

base::Result<std::vector<std::string>> command_of(const Context& context, const facts::Machine& machine,
                                                  const launch::Rendezvous& place) {
  const std::vector<std::string>& command = context.options.command;
  if (!context.options.torchrun) return command;
  const std::optional<unsigned> count = fabric::own_gpus(machine);
  return launch::with_torchrun_options(command, place, context.world.environ, count);
}

/// All that follows the ladder: `machine` is seen by the process that the program will be.
base::Result<void> complete(const Context& context, const facts::Machine& machine, launch::Start& start) {
  if (auto good = check_memlock(context, start.ladder, machine); !good) return good;
  if (auto good = check_rdma(context, machine); !good) return good;
  start.plan = plan_of(context, machine, start, start.fallback);
  if (context.wishes.require_rdma && !start.fallback.empty())
    return std::unexpected(base::Error{.code = base::Code::denied, .message = "RDMA is required: " + start.fallback});
  start.variables = launch::variables_of(start.rendezvous, start.plan, start.ladder.steps, context.world.environ);
  auto command = command_of(context, machine, start.rendezvous);
  if (!command) return std::unexpected(command.error());
  start.command = *std::move(command);
  return {};
}

void note(const ExecOptions& options, const std::string& text) {
  if (!options.quiet) static_cast<void>(print_note("railhead: " + base::printable(text) + "\n"));
}

void say(const ExecOptions& options, const launch::Start& start) {
  for (const std::string& each : start.ladder.notes) note(options, each);
  if (start.plan.transport == nccl::Transport::unknown)
    note(options, "whether RDMA is to be had is not known: " + start.plan.why);
  if (!start.fallback.empty())
    note(options, "NO RDMA: the job goes on over TCP, which is many times slower: " + start.fallback);
  note(options, launch::summary(start));
}

int fail(const base::Error& error, const ExecOptions& options) {
  static_cast<void>(report_error(error, options.output));
  return kExecFailure;
}

/// As a shell has it: 127 for a command that is not there, 126 for one that cannot be executed.
int cannot_execute(const std::string& name, sys::Errno error, const ExecOptions& options) {
  const bool missing = error.value == ENOENT;
  static_cast<void>(report_error(
      {.code = missing ? base::Code::not_found : base::Code::denied,
       .message = base::format("cannot execute {}", base::printable(name)),
       .cause = missing ? "there is no such command" : base::format("it may not be executed ({})", sys::symbol(error))},
      options.output));
  return missing ? kNotThere : kNotExecutable;
}

int become_command(const ExecOptions& options, const launch::Start& start, launch::Variables environ) {
  for (const launch::Exported& each : start.variables) environ.insert_or_assign(each.name, each.value);
  const sys::Outcome<std::string> path = sys::find_program(start.command.front(), environ);
  if (!path) return cannot_execute(start.command.front(), path.error(), options);
  return cannot_execute(start.command.front(), sys::execute(*path, start.command, environ), options);
}

base::Error no_command() {
  return {
      .code = base::Code::usage, .message = "there is no command to start", .suggestion = "railhead exec -- torchrun train.py"};
}

/// As the program will see it. All checks are asked under --require rdma, and they want all facts; the plan wants few.
facts::Machine machine_of(const Context& context, const launch::Ladder& ladder, const facts::Memory& memory) {
  if (!context.wishes.require_rdma) return probe::machine_for_launch(context.world, ladder.program, memory);
  facts::Machine machine = probe::machine(context.world, {.level = probe::Level::nodes});
  machine.process = ladder.program;
  return machine;
}

/// Only the error, or nothing where the command was refused by the system: `code` says so.
base::Result<int> start_command(const ExecOptions& options) {
  if (options.command.empty()) return std::unexpected(no_command());
  const base::Result<OpenedWorld> opened = OpenedWorld::open({});
  if (!opened) return std::unexpected(opened.error());
  const launch::Variables environ = environ_of_process();
  const sys::World live = opened->world();
  const sys::World world{live.files, live.kernel, environ, live.live};
  const base::Result<ExecWishes> wishes = wishes_of(options, world.files);
  if (!wishes) return std::unexpected(wishes.error());
  const Context context{options, *wishes, world};

  launch::Start start;
  const base::Result<launch::Rendezvous> place = place_of(context);
  if (!place) return std::unexpected(place.error());
  start.rendezvous = *place;
  const facts::Process process = probe::process(world);
  const facts::Memory memory = probe::memory(world, probe::Extent::plan);
  const base::Result<launch::Ladder> ladder = launch::climb(process, memory, wishes->ladder);
  if (!ladder) return std::unexpected(ladder.error());
  start.ladder = *ladder;
  if (!options.print)
    if (auto taken = take(start.ladder, world); !taken) return std::unexpected(taken.error());

  const facts::Machine machine = machine_of(context, start.ladder, memory);
  if (auto done = complete(context, machine, start); !done) return std::unexpected(done.error());
  if (options.print) {
    const std::string text = options.output.json ? report::exec_json(start, process) : report::exec_text(start, process);
    if (auto printed = print(text); !printed) return std::unexpected(printed.error());
    return 0;
  }
  if (!options.env_file.empty())
    if (auto written = write_file(options.env_file, report::env_file(start.variables)); !written)
      return std::unexpected(written.error());
  say(options, start);
  return become_command(options, start, environ);
}

base::Result<int> install(const ExecOptions& options) {
  const std::string path = options.install + "/railhead";
  const sys::Outcome<sys::InstalledCopy> copy = sys::install_self(path);
  if (!copy)
    return std::unexpected(
        base::Error{.code = base::Code::denied,
                    .message = "cannot install " + base::printable(path),
                    .cause = sys::symbol(copy.error()),
                    .suggestion = "DIR has to be a folder that this user may write to: an emptyDir volume, say."});
  std::string text = "installed " + path + "\n";
  if (copy->had_capabilities && copy->capabilities.value != 0)
    text += base::format("without its file capabilities ({}): run as root there: setcap cap_ipc_lock,cap_sys_resource+p {}\n",
                         sys::symbol(copy->capabilities), base::shell_word(path));
  if (auto printed = print(text); !printed) return std::unexpected(printed.error());
  return 0;
}

}  // namespace

int run_exec(const ExecOptions& options) {
  const base::Result<int> code = options.install.empty() ? start_command(options) : install(options);
  return code ? *code : fail(code.error(), options);
}

}  // namespace railhead::cli
