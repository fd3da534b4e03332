#include <netdb.h>

#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/env_lint.h"
#include "facts/net/address_text.h"
#include "nccl/plan.h"
#include "probe/machine.h"
#include "report/env.h"
#include "sys/child.h"

namespace railhead::cli {
namespace {

enum class Form { shell, dotenv, json, yaml };

struct EnvOptions {
  OutputOptions output;  // json follows `form`
  Form form = Form::shell;
  MachineSource source;
  probe::Level level = probe::Level::open;
  fabric::Mode mode = fabric::Mode::auto_;
  std::string rendezvous;
  std::string require;
  std::string fail_on = "error";
  bool explain = false;
  bool lint = false;
};

/// The first address of a name; in a child, since a resolver may hang.
std::optional<facts::Address> looked_up(const std::string& name) {
  using namespace std::chrono_literals;
  const auto resolve = [&name]() -> std::string {
    addrinfo* found = nullptr;
    if (::getaddrinfo(name.c_str(), nullptr, nullptr, &found) != 0 || !found) return "";
    char text[NI_MAXHOST] = "";
    const int failed = ::getnameinfo(found->ai_addr, found->ai_addrlen, text, sizeof text, nullptr, 0, NI_NUMERICHOST);
    ::freeaddrinfo(found);
    return failed ? "" : text;
  };
  const base::Result<std::string> text = sys::in_child("looking up " + name, resolve, 2s);
  return text ? facts::parse_host_address(*text) : std::nullopt;
}

/// --rendezvous, else MASTER_ADDR. A name that leads nowhere is an error only where it was given on the command line.
base::Result<std::optional<facts::Address>> rendezvous_of(const EnvOptions& options, const sys::World& world) {
  const bool given = !options.rendezvous.empty();
  const std::string host = given ? options.rendezvous : sys::value_of(world.environ, "MASTER_ADDR").value_or("");
  if (host.empty()) return std::nullopt;
  std::optional<facts::Address> address = facts::parse_host_address(host);
  if (!address && world.live) address = looked_up(host);
  if (address || !given) return address;
  return std::unexpected(base::Error{
      .code = base::Code::usage,
      .message = base::format("--rendezvous: '{}' is no address and leads to none", base::one_line(host.substr(0, 80))),
      .suggestion = "Give the address where the ranks meet: --rendezvous 10.0.0.2"});
}

std::string rendered(const nccl::Plan& plan, const EnvOptions& options) {
  if (options.explain) return report::env_explained(plan, style_of(options.output));
  switch (options.form) {
    case Form::shell: return report::env_shell(plan);
    case Form::dotenv: return report::env_dotenv(plan);
    case Form::json: return report::env_json(plan);
    case Form::yaml: return report::env_yaml(plan);
  }
  return "";
}

base::Result<Exit> show(const EnvOptions& options) {
  const base::Result<OpenedWorld> opened = OpenedWorld::open(options.source);
  if (!opened) return std::unexpected(opened.error());
  const sys::World world = opened->world();
  const base::Result<std::optional<facts::Address>> rendezvous = rendezvous_of(options, world);
  if (!rendezvous) return std::unexpected(rendezvous.error());
  const facts::Machine machine = probe::machine(world, {.level = options.level});
  const bool required = options.require == "rdma" || options.mode == fabric::Mode::rdma;
  const nccl::Plan plan = nccl::plan(machine, {.mode = options.mode, .require_rdma = required, .rendezvous = *rendezvous});
  if (plan.error) return std::unexpected(*plan.error);
  if (required && plan.transport == nccl::Transport::tcp)
    return std::unexpected(base::Error{.code = base::Code::unavailable,
                                       .message = "RDMA is required: " + plan.why,
                                       .suggestion = "railhead doctor --mode rdma says what stands in the way."});
  if (auto printed = print(rendered(plan, options)); !printed) return std::unexpected(printed.error());
  return Exit::ok;
}

Exit run_env(const EnvOptions& options) {
  if (options.lint) return lint_environment(options.source, options.level, options.mode, options.output, options.fail_on);
  const base::Result<Exit> exit = show(options);
  return exit ? *exit : report_error(exit.error(), options.output);
}

void add_wishes(CLI::App& command, EnvOptions& options) {
  using fabric::Mode;
  command.add_option("--mode", options.mode, "What the job wants: auto (default: RDMA where it works), rdma or tcp")
      ->transform(one_of({{"auto", static_cast<int>(Mode::auto_)},
                          {"rdma", static_cast<int>(Mode::rdma)},
                          {"tcp", static_cast<int>(Mode::tcp)}}))
      ->option_text("auto|rdma|tcp");
  command.add_option("--require", options.require, "rdma: NCCL shall fail rather than fall back to sockets")
      ->check(CLI::IsMember({"rdma"}))
      ->option_text("rdma");
  command
      .add_option("--rendezvous", options.rendezvous,
                  "Where the ranks meet (default: MASTER_ADDR); sockets use the route to it")
      ->check(not_empty())
      ->option_text("ADDRESS");
}

void add_lint(CLI::App& command, EnvOptions& options) {
  command.add_flag(
      "--lint", options.lint,
      "Judge the variables that are set, in the environment and in nccl.conf files: unknown or misspelt names, values "
      "that NCCL reads otherwise, lists that choose the wrong devices, contradictions");
  command
      .add_option("--fail-on", options.fail_on, "With --lint: exit 1 on findings of this severity or worse (default: error)")
      ->check(CLI::IsMember({"info", "warning", "error", "never"}))
      ->option_text("info|warning|error|never");
}

}  // namespace

void add_env(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "env",
      "Prints the environment for NCCL, UCX, Gloo, Open MPI and NVSHMEM that is right here, or judges the one that is set");
  auto options = std::make_shared<EnvOptions>();
  command
      ->add_option("-o,--output", options->form,
                   "Output format: shell (default), dotenv, json or yaml (an env: list); text with --lint")
      ->transform(one_of({{"shell", static_cast<int>(Form::shell)},
                          {"text", static_cast<int>(Form::shell)},
                          {"dotenv", static_cast<int>(Form::dotenv)},
                          {"json", static_cast<int>(Form::json)},
                          {"yaml", static_cast<int>(Form::yaml)}}))
      ->option_text("shell|dotenv|json|yaml");
  command->add_flag("--explain", options->explain,
                    "A table for people: every variable with its reason, what is left alone and why");
  add_colour(*command, options->output);
  add_source(*command, options->source);
  add_probe(*command, options->level);
  add_wishes(*command, *options);
  add_lint(*command, *options);
  command->callback([options, &chosen] {
    options->output.json = options->form == Form::json;
    chosen.run = [options] { return run_env(*options); };
  });
}

}  // namespace railhead::cli
