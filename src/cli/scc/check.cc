#include <memory>

#include "cli/manifest/inputs.h"
#include "cli/scc/run.h"
#include "cli/scc/scc.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nFILE holds pods, or objects of any kind that makes pods. Who may use which SCC is in the objects of the cluster:\n"
    "  oc get scc,clusterroles,clusterrolebindings -o yaml > cluster.yaml\n"
    "  oc get namespace team-a -o yaml > namespace.yaml\n"
    "  oc get roles,rolebindings,serviceaccounts -n team-a -o yaml > team-a.yaml\n"
    "  railhead scc check train.yaml --objects cluster.yaml --objects namespace.yaml --objects team-a.yaml -n team-a\n"
    "Without SCCs among them OpenShift's own stand in. Objects in FILE count too, so that an SCC is tried before it is "
    "applied.\n"
    "Whoever applies a Pod creates it (--as); of all other kinds a controller creates the pods, so that the pod's own service\n"
    "account decides alone. --psa without any SCC asks Pod Security alone, as Kubernetes does.\n"
    "\nExit codes: 0 all pods are admitted, 1 one is refused, 2 usage or a manifest that cannot be read, 3 not known.";

}  // namespace

void add_scc_world(CLI::App& command, SccCheckOptions& options) {
  command
      .add_option("--objects", options.objects, "Objects of the cluster: SCCs, namespace, roles, bindings, service accounts")
      ->allow_extra_args(false)
      ->check(not_empty())
      ->option_text("FILE|DIR|-");
  command.add_option("-n,--namespace", options.space, "The namespace of the pods (default: that of the manifest)")
      ->check(not_empty())
      ->option_text("NS");
  command
      .add_option("--as", options.user,
                  "Who creates a Pod: a user, or system:serviceaccount:NS:NAME (default: somebody without grants of their own)")
      ->check(not_empty())
      ->option_text("USER");
  command.add_option("--as-group", options.groups, "A group of that user (repeatable)")
      ->allow_extra_args(false)
      ->check(not_empty())
      ->option_text("GROUP");
  command.add_option("--psa", options.level, "Pod Security level that is enforced (default: the label of the namespace)")
      ->check(CLI::IsMember({"privileged", "baseline", "restricted"}))
      ->option_text("LEVEL");
  command.add_option("--openshift-version", options.openshift_version, "Whose SCCs stand in where none are given")
      ->check(not_empty())
      ->option_text("4.18");
  command.add_option("--kube-version", options.kube_version, "Whose rules of Pod Security count (default: the newest known)")
      ->check(not_empty())
      ->option_text("1.31");
}

void add_scc_check(CLI::App& scc, Chosen& chosen) {
  CLI::App* command = scc.add_subcommand(
      "check",
      "Foretells whether pods are admitted, under which SCC, what is filled in, or each reason why not, and the way out");
  auto options = std::make_shared<SccCheckOptions>();
  add_manifests(*command, options->operands);
  add_output(*command, options->output);
  add_scc_world(*command, *options);
  command->add_flag("--suggest", options->suggest,
                    "Of a refused pod also the smallest SCC that would admit it, with its grant");
  command->add_flag("-v,--verbose", options->verbose, "Also the server's message, word for word, and every SCC that was tried");
  command->add_option("--batch", options->batch, "Each *.yaml of a folder has a world and a pod; one line of JSON each")
      ->check(not_empty())
      ->option_text("DIR");
  command->footer(kFooter);
  command->callback([options, &chosen] {
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = options->batch.empty() ? run_scc_check(*options) : run_scc_batch(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
