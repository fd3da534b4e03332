#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/memlock/memlock.h"
#include "memlock/ways.h"
#include "probe/machine.h"
#include "report/memlock/memlock.h"

namespace railhead::cli {
namespace {

using memlock::Cluster;
using memlock::Runtime;

struct ExplainOptions {
  OutputOptions output;
  MachineSource source;
  std::string uid = {};
  std::string caps = {};
  bool userns = false;
  bool nnp = false;
  std::string kube_version = {};
  int runtime_given = -1;  // an enumerator, or -1: not given
  int cluster_given = -1;

  bool describes() const { return !uid.empty() || !caps.empty() || userns || nnp; }
};

base::Error usage(std::string message, std::string suggestion) {
  return {.code = base::Code::usage, .message = std::move(message), .suggestion = std::move(suggestion)};
}

base::Result<memlock::Situation> described(const ExplainOptions& options) {
  if (!options.source.root.empty() || !options.source.snapshot.empty())
    return std::unexpected(usage("--root and --from read a process, while --uid, --caps, --userns and --nnp describe one",
                                 "Give either. --runtime, --cluster and --kube-version go with both."));
  const auto uid = base::unsigned_number(options.uid.empty() ? "0" : options.uid);
  if (!uid || *uid > 0xfffffffe)
    return std::unexpected(usage(base::format("--uid: '{}' is no user number", base::one_line(options.uid.substr(0, 80))),
                                 "Write the number that runAsUser has, for example 1000."));
  const base::Result<memlock::Added> added = memlock::parse_capabilities(options.caps.empty() ? "none" : options.caps);
  if (!added) return std::unexpected(added.error());
  return memlock::Situation{
      .process = memlock::described_process(static_cast<std::uint32_t>(*uid), *added, options.userns, options.nnp),
      .described = true};
}

base::Result<memlock::Situation> found(const ExplainOptions& options) {
  const base::Result<OpenedWorld> opened = OpenedWorld::open(options.source);
  if (!opened) return std::unexpected(opened.error());
  const facts::Machine machine = probe::machine(opened->world(), {.level = probe::Level::off});
  memlock::Situation situation{.process = machine.process, .memory = machine.memory};
  memlock::place(situation, machine.container);
  return situation;
}

base::Result<void> explain(const ExplainOptions& options) {
  base::Result<memlock::Situation> situation = options.describes() ? described(options) : found(options);
  if (!situation) return std::unexpected(situation.error());
  if (options.cluster_given >= 0) situation->cluster = static_cast<Cluster>(options.cluster_given);
  if (options.runtime_given >= 0) situation->runtime = static_cast<Runtime>(options.runtime_given);
  if (situation->cluster == Cluster::openshift && situation->runtime == Runtime::unknown) situation->runtime = Runtime::crio;
  if (!options.kube_version.empty()) {
    const base::Result<unsigned> minor = memlock::parse_kube_version(options.kube_version);
    if (!minor) return std::unexpected(minor.error());
    situation->kube_minor = *minor;
  }
  const memlock::Answer answer = memlock::explain(*situation);
  return print(options.output.json ? report::explain_json(*situation, answer, RAILHEAD_VERSION)
                                   : report::explain_text(*situation, answer, style_of(options.output)));
}

void add_description(CLI::App& command, ExplainOptions& options) {
  command.add_option("--uid", options.uid, "A container that runs as this user (default 0 once anything is described)")
      ->check(not_empty())
      ->option_text("N");
  command.add_option("--caps", options.caps, "and is given these capabilities: IPC_LOCK,SYS_RESOURCE or none (default)")
      ->check(not_empty())
      ->option_text("CAP,...");
  command.add_flag("--userns", options.userns, "and has a user namespace of its own (hostUsers: false, rootless)");
  command.add_flag("--nnp", options.nnp, "and cannot gain privileges (allowPrivilegeEscalation: false)");
  command.add_option("--runtime", options.runtime_given, "The container runtime of the node (default: what is found)")
      ->transform(one_of({{"crio", static_cast<int>(Runtime::crio)},
                          {"cri-o", static_cast<int>(Runtime::crio)},
                          {"containerd", static_cast<int>(Runtime::containerd)},
                          {"docker", static_cast<int>(Runtime::docker)}}))
      ->option_text("crio|containerd|docker");
  command.add_option("--cluster", options.cluster_given, "Who admits pods (default: what is found)")
      ->transform(one_of({{"openshift", static_cast<int>(Cluster::openshift)},
                          {"kubernetes", static_cast<int>(Cluster::kubernetes)},
                          {"none", static_cast<int>(Cluster::none)}}))
      ->option_text("openshift|kubernetes|none");
  command.add_option("--kube-version", options.kube_version, "Of the API server, as 'kubectl version' says it")
      ->check(not_empty())
      ->option_text("1.31");
}

}  // namespace

void add_memlock_explain(CLI::App& memlock, Chosen& chosen) {
  CLI::App* command = memlock.add_subcommand(
      "explain",
      "Can the memlock limit be set in the pod manifest? Each way, whether it works here, who must do it, the snippet");
  command->footer(
      "\nWithout --uid, --caps, --userns and --nnp it answers for this process, or for the one of --root or --from.");
  auto options = std::make_shared<ExplainOptions>();
  add_output(*command, options->output);
  add_source(*command, options->source);
  add_description(*command, *options);
  command->callback([options, &chosen] {
    chosen.run = [options] {
      const base::Result<void> done = explain(*options);
      return done ? Exit::ok : report_error(done.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
