#include <algorithm>
#include <array>

#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedApi;
using facts::WantedJob;

/// What brings a kind of which the API knows nothing, and the kind that needs nothing.
std::string install(const WantedApi& api) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kBringers = {{
      {"MPIJob",
       "kubectl apply --server-side -f "
       "https://raw.githubusercontent.com/kubeflow/mpi-operator/master/deploy/v2beta1/mpi-operator.yaml  # or kind: "
       "statefulset"},
      {"JobSet",
       "kubectl apply --server-side -f https://github.com/kubernetes-sigs/jobset/releases/latest/download/manifests.yaml  # or "
       "kind: job"},
      {"NetworkAttachmentDefinition",
       "kubectl apply -f https://raw.githubusercontent.com/k8snetworkplumbingwg/multus-cni/master/deployments/"
       "multus-daemonset-thick.yml"},
      {"SriovNetwork", "# install the SR-IOV Network Operator, or networks: attachments in railhead.yaml"},
      {"SriovIBNetwork", "# install the SR-IOV Network Operator, or networks: attachments in railhead.yaml"},
  }};
  for (const auto& [kind, text] : kBringers)
    if (api.kind == kind) return std::string(text);
  return {};
}

std::optional<Finding> judge_one(const facts::Survey& survey, const WantedApi& wanted) {
  const facts::SurveyedApi* api = survey.api(wanted.name);
  if (!api || api->versions.not_asked()) return std::nullopt;
  if (!api->versions)
    return unknown(wanted.kind, base::format("whether the API has it is not known; as admin: {} api-resources", survey.program),
                   {lacking(api->versions, wanted.name)});
  const std::vector<std::string>& versions = *api->versions;
  const Evidences evidence = {
      seen(api->versions, base::format("{}: {}", wanted.name, versions.empty() ? "not served" : listed(versions)))};
  if (versions.empty())
    return violated(Severity::error, wanted.kind, "the API does not have this kind: what brings it is not installed", evidence,
                    install(wanted));
  if (std::ranges::find(versions, wanted.version) == versions.end())
    return violated(Severity::error, wanted.kind,
                    base::format("is needed in version {}, and the API has {}", wanted.version, listed(versions)), evidence,
                    install(wanted));
  return ok(wanted.kind, base::format("is served in version {}", wanted.version), evidence);
}

std::vector<Finding> rule(const Input& input) {
  return each_job(input, [](const Preflight& all, const WantedJob& job) {
    return judged_each(job.apis, [&](const WantedApi& api) { return judge_one(all.survey, api); });
  });
}

}  // namespace

Check preflight_kind_not_served() {
  return {
      .title = "The API does not have a kind of the job's objects",
      .severity = Severity::error,
      .cause =
          "MPIJob, JobSet and the networks of pods come with operators. The first Training Operator of Kubeflow has an MPIJob "
          "of its own, version v1, which is another one.",
      .fix = "kubectl api-resources  # what the API has",
      .rule = rule};
}

}  // namespace railhead::check
