#include "facts/cluster/cluster.h"
#include "finding/declared/objects.h"

namespace railhead::check {
namespace {

constexpr const char* kIpam = "ipam: |\n  {\"type\": \"whereabouts\", \"range\": \"SUBNET\"}";

std::optional<Finding> judge(const DeclaredNetwork& one) {
  const bool definition = one.object.kind == "NetworkAttachmentDefinition";
  const char* what = definition ? "config" : "ipam";
  if (const facts::Known<std::string>& wrong = one.network.malformed) {
    const bool syntax = wrong->starts_with("line ");  // of the text, as the parser of JSON says it
    return violated(Severity::error, one.subject(),
                    base::format("its {} {}{}", what, syntax ? "is no JSON: " : "has ", base::one_line(*wrong)),
                    {seen(wrong, base::format("spec.{}", what))}, definition ? "" : kIpam);
  }
  if (!definition || one.network.plugins.empty()) return std::nullopt;
  const facts::Known<std::string>& type = one.network.plugins.front().type;
  if (!type) return std::nullopt;
  return ok(one.subject(), "its config is JSON", {seen(type, "type " + base::one_line(*type))});
}

std::vector<Finding> rule(const Input& input) { return judged_each(declared_networks(input), judge); }

}  // namespace

Check k8s_nad_malformed() {
  return {.title = "The configuration of a network is not JSON",
          .severity = Severity::error,
          .cause =
              "The configuration is JSON inside a text of YAML. The API server takes any text; Multus parses it only when a "
              "pod starts, which then stays in ContainerCreating. Keys without quotes, a comma behind the last entry and "
              "comments are YAML at best.",
          .fix = "kubectl get net-attach-def NAME -o jsonpath='{.spec.config}' | python3 -m json.tool  # says where it breaks",
          .rule = rule};
}

}  // namespace railhead::check
