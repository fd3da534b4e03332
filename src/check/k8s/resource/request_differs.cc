#include <algorithm>

#include "facts/cluster/cluster.h"
#include "facts/cluster/quantity.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

const facts::WrittenAmount* find(const std::vector<facts::WrittenAmount>& amounts, std::string_view name) {
  const auto found = std::ranges::find(amounts, name, &facts::WrittenAmount::name);
  return found == amounts.end() ? nullptr : &*found;
}

Evidence shown(const char* list, const facts::WrittenAmount& amount) {
  return {base::format("{}: {}: {}", list, amount.name, amount.text), amount.source};
}

std::optional<Finding> judged(const Declared& one, const facts::WrittenAmount& request, const facts::WrittenAmount* limit) {
  if (limit == nullptr)
    return violated(Severity::error, one.subject(),
                    base::format("requests {} and has no limit of it: the API server refuses the pod", request.name),
                    {shown("requests", request)},
                    base::format("resources:\n  requests:\n    {0}: {1}\n  limits:\n    {0}: {1}", request.name, request.text));
  const auto asked = facts::parse_quantity(request.text);
  const auto most = facts::parse_quantity(limit->text);
  if (!asked || !most || (asked->units == most->units && asked->whole == most->whole)) return std::nullopt;
  return violated(Severity::error, one.subject(),
                  base::format("requests {} of {} and has a limit of {}: the API server refuses a pod in which they differ",
                               request.text, request.name, limit->text),
                  {shown("requests", request), shown("limits", *limit)},
                  base::format("resources:\n  requests:\n    {0}: {1}\n  limits:\n    {0}: {1}", request.name, limit->text));
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  for (const Declared& one : declared_containers(input)) {
    if (!one.container.whole) continue;
    Evidences equal;
    const std::size_t before = findings.size();
    for (const facts::WrittenAmount& request : one.container.requests) {
      if (!is_extended(request.name)) continue;
      if (auto finding = judged(one, request, find(one.container.limits, request.name)))
        findings.push_back(*std::move(finding));
      else
        equal.push_back(shown("requests", request));
    }
    if (findings.size() == before && !equal.empty())
      findings.push_back(ok(one.subject(), "requests as many devices as its limits say", equal));
  }
  return findings;
}

}  // namespace

Check k8s_resource_request_differs() {
  return {.title = "A container requests another number of devices than its limit",
          .severity = Severity::error,
          .cause =
              "Devices cannot be overcommitted: Kubernetes takes a limit as the request where there is none, and refuses a "
              "request that differs from its limit or has none.",
          .fix = "resources:\n  requests:\n    rdma/hca: 1\n  limits:\n    rdma/hca: 1",
          .rule = rule};
}

}  // namespace railhead::check
