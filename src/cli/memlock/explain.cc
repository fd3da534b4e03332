#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/memlock/admission.h"
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
  AdmissionOptions admission = {};

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

/// What --scc, --psa and their like say together, and beside --cluster.
base::Result<void> check_admission(const ExplainOptions& options) {
  const AdmissionOptions& asked = options.admission;
  const Cluster cluster = options.cluster_given < 0 ? Cluster::unknown : static_cast<Cluster>(options.cluster_given);
  if (!asked.asks() && !(asked.space.empty() && asked.account.empty()))
    return std::unexpected(usage("-n and --service-account go with --scc or --psa",
                                 "They say whose pods admission is asked about: --scc FILE -n NAMESPACE."));
  if (asked.asks() && cluster == Cluster::none)
    return std::unexpected(usage("--cluster none: there is no admission to be asked with --scc or --psa",
                                 "Leave --cluster out, or --scc and --psa."));
  if (!asked.files.empty() && cluster == Cluster::kubernetes)
    return std::unexpected(usage("--cluster kubernetes: SCCs are OpenShift's, and --scc gives some",
                                 "Use --psa LEVEL for Kubernetes, or leave --cluster out."));
  return {};
}

/// Without --cluster, SCCs mean OpenShift; a level alone means Kubernetes, unless OpenShift was found.
void place_admission(memlock::Situation& situation, const ExplainOptions& options) {
  if (options.cluster_given >= 0 || !options.admission.asks()) return;
  if (!options.admission.files.empty()) {
    situation.cluster = Cluster::openshift;
  } else if (situation.cluster != Cluster::openshift) {
    situation.cluster = Cluster::kubernetes;
  }
}

base::Result<void> explain(const ExplainOptions& options) {
  if (auto good = check_admission(options); !good) return good;
  base::Result<memlock::Situation> situation = options.describes() ? described(options) : found(options);
  if (!situation) return std::unexpected(situation.error());
  if (options.cluster_given >= 0) situation->cluster = static_cast<Cluster>(options.cluster_given);
  if (options.runtime_given >= 0) situation->runtime = static_cast<Runtime>(options.runtime_given);
  place_admission(*situation, options);
  if (situation->cluster == Cluster::openshift && situation->runtime == Runtime::unknown) situation->runtime = Runtime::crio;
  if (!options.kube_version.empty()) {
    const base::Result<unsigned> minor = memlock::parse_kube_version(options.kube_version);
    if (!minor) return std::unexpected(minor.error());
    situation->kube_minor = *minor;
  }
  if (options.admission.asks())
    if (auto asked = ask_admission(*situation, options.admission); !asked) return asked;
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

void add_admission(CLI::App& command, AdmissionOptions& options) {
  command
      .add_option("--scc", options.files,
                  "Ask the SCCs of a cluster: those, their roles and bindings, the namespace; or one SCC alone (repeatable)")
      ->allow_extra_args(false)
      ->check(not_empty())
      ->option_text("FILE|DIR|-");
  command.add_option("--psa", options.level, "Ask Pod Security at this level (default with --scc: the namespace's label)")
      ->check(CLI::IsMember({"privileged", "baseline", "restricted"}))
      ->option_text("LEVEL");
  command.add_option("-n,--namespace", options.space, "The namespace of the pod that is asked about")
      ->check(not_empty())
      ->option_text("NS");
  command.add_option("--service-account", options.account, "Its service account (default: any that SCCs and bindings name)")
      ->check(not_empty())
      ->option_text("NAME");
}

}  // namespace

void add_memlock_explain(CLI::App& memlock, Chosen& chosen) {
  CLI::App* command = memlock.add_subcommand(
      "explain",
      "Can the memlock limit be set in the pod manifest? Each way, whether it works here, who must do it, the snippet");
  command->footer(
      "\nWithout --uid, --caps, --userns and --nnp it answers for this process, or for the one of --root or --from.\n"
      "With --scc or --psa each way that goes through the manifest of a pod is put to admission: is it let through, by what,\n"
      "and if not, who has to do what. --scc means OpenShift, --psa alone Kubernetes, unless --cluster says otherwise.");
  auto options = std::make_shared<ExplainOptions>();
  add_output(*command, options->output);
  add_source(*command, options->source);
  add_description(*command, *options);
  add_admission(*command, options->admission);
  command->callback([options, &chosen] {
    chosen.run = [options] {
      const base::Result<void> done = explain(*options);
      return done ? Exit::ok : report_error(done.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
