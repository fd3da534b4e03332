#include <algorithm>

#include "base/base64.h"
#include "base/format.h"
#include "base/text.h"
#include "memlock/node/crio.h"
#include "memlock/node/plan.h"

namespace railhead::memlock::node {
namespace {

/// A label of a name in DNS (RFC 1123): what a MachineConfigPool is called.
bool is_name(std::string_view role) {
  const bool plain = std::all_of(role.begin(), role.end(),
                                 [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
  return plain && !role.empty() && role.size() <= 40 && role.front() != '-' && role.back() != '-';
}

}  // namespace

base::Result<std::string> machine_config(const std::string& role, const std::string& drop_in) {
  if (!is_name(role))
    return std::unexpected(
        base::Error{.code = base::Code::usage,
                    .message = base::format("--role: '{}' is no name of a pool", base::one_line(role.substr(0, 80))),
                    .suggestion = "'oc get machineconfigpool' lists them: worker, master."});
  std::string encoded = base::base64(drop_in);
  std::erase(encoded, '\n');
  // Ignition 3.2.0: mode is decimal, 420 is 0644. https://coreos.github.io/ignition/configuration-v3_2/
  return base::format(
      "# oc apply -f FILE: the Machine Config Operator writes the file and restarts the nodes of the pool '{0}', one after "
      "another.\n"
      "apiVersion: machineconfiguration.openshift.io/v1\nkind: MachineConfig\nmetadata:\n  labels:\n"
      "    machineconfiguration.openshift.io/role: {0}\n  name: 99-{0}-railhead-memlock\nspec:\n  config:\n    ignition:\n"
      "      version: 3.2.0\n    storage:\n      files:\n        - path: {1}\n          mode: 420\n          overwrite: true\n"
      "          contents:\n            source: data:text/plain;charset=utf-8;base64,{2}\n",
      role, kCrioDropIn, encoded);
}

}  // namespace railhead::memlock::node
