#include "cli/nri/check.h"

#include <memory>

#include "cli/manifest/inputs.h"
#include "cli/nri/nri.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nFILE holds pods, or objects of any kind that makes pods. Which devices a container gets is decided on the node: one "
    "that\n"
    "asks for a resource of RDMA devices (rdma/..., openshift.io/rail1 beside GPUs) is taken to get one, unless --device or\n"
    "--no-device says otherwise for all. The limits that a container has by itself, and annotations that the kubelet and "
    "device\n"
    "plugins set, are not known. The runtime class of the manifest is taken for its handler's name.\n"
    "\nExamples:\n"
    "  railhead nri check -f train.yaml                              what the built-in policy makes of it\n"
    "  railhead nri check --policy policy.yaml -f train.yaml -n ml   what a policy makes of it in namespace ml\n"
    "  helm template . | railhead nri check --policy policy.yaml --node-memory 2Ti -\n"
    "'railhead schema nri-policy' prints the form of the policy's file.\n"
    "\nExit codes: 0 every annotation that asks for limits gets them, if up to a ceiling; 1 one is refused or reaches no\n"
    "container; 2 usage, a policy or a manifest that cannot be read.";

}  // namespace

void add_nri_check(CLI::App& nri, Chosen& chosen) {
  CLI::App* command =
      nri.add_subcommand("check", "Foretells which limits the containers of manifests would get by a policy, and why");
  auto options = std::make_shared<NriCheckOptions>();
  add_manifests(*command, options->operands);
  add_output(*command, options->output);
  command->add_option("--policy", options->policy, "The policy (default: RDMA devices, up to unlimited)")
      ->check(not_empty())
      ->option_text("FILE|-");
  command->add_option("-n,--namespace", options->space, "The namespace of objects that name none (default: default)")
      ->check(not_empty())
      ->option_text("NS");
  command->add_option("--node-memory", options->node_memory, "The memory of the node, for shares of it (default: not known)")
      ->check(not_empty())
      ->option_text("SIZE");
  CLI::Option* device = command->add_flag("--device", options->device, "All containers get an RDMA device");
  command->add_flag("--no-device", options->no_device, "None does")->excludes(device);
  command->footer(kFooter);
  command->callback([options, &chosen] {
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = run_nri_check(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
