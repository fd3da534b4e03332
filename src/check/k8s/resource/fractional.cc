#include <algorithm>

#include "facts/cluster/cluster.h"
#include "facts/cluster/quantity.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

/// "1k" is a thousand devices, which nobody means.
bool has_suffix(std::string_view text) {
  return !text.empty() && (text.back() == 'k' || text.back() == 'i' || text.back() == 'M');
}

std::optional<Finding> judged(const Declared& one, const facts::WrittenAmount& amount) {
  const auto quantity = facts::parse_quantity(amount.text);
  if (!quantity) return std::nullopt;
  const Evidences evidence = {{base::format("{}: {}", amount.name, amount.text), amount.source}};
  const std::string fix = base::format("resources:\n  limits:\n    {}: 1", amount.name);
  if (!quantity->whole)
    return violated(
        Severity::error, one.subject(),
        base::format("asks for {} of {}: devices come whole, and the API server refuses the pod", amount.text, amount.name),
        evidence, fix);
  if (has_suffix(amount.text) && quantity->units >= 1000)
    return violated(
        Severity::warning, one.subject(),
        base::format("asks for {} of {}, which is {} devices: no node has as many", amount.text, amount.name, quantity->units),
        evidence, fix);
  return std::nullopt;
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  for (const Declared& one : declared_containers(input)) {
    Evidences whole;
    const std::size_t before = findings.size();
    for (const auto* list : {&one.container.limits, &one.container.requests})
      for (const facts::WrittenAmount& amount : *list) {
        if (!is_extended(amount.name)) continue;
        if (auto finding = judged(one, amount)) {
          findings.push_back(*std::move(finding));
        } else if (whole.size() < 4) {
          whole.push_back({base::format("{}: {}", amount.name, amount.text), amount.source});
        }
      }
    if (findings.size() == before && !whole.empty()) findings.push_back(ok(one.subject(), "asks for whole devices", whole));
  }
  return findings;
}

}  // namespace

Check k8s_resource_fractional() {
  return {
      .title = "A part of a device is asked for",
      .severity = Severity::error,
      .cause =
          "Amounts of device plugins' resources are whole numbers: \"500m\" is half a device, which the API server refuses, "
          "and \"1k\" a thousand.",
      .fix = "resources:\n  limits:\n    rdma/hca: 1",
      .rule = rule};
}

}  // namespace railhead::check
