#include "manifest/admission/controllers.h"

#include <algorithm>
#include <array>

#include "base/format.h"

namespace railhead::manifest::admission {
namespace {

struct Row {
  std::string_view kind;
  std::string_view account;
};

/// The accounts of kube-controller-manager (plugin/pkg/auth/authorizer/rbac/bootstrappolicy/controller_policy.go) and of
/// openshift-controller-manager. A CronJob, a JobSet and a TrainJob make Jobs, a Deployment makes ReplicaSets, a
/// DeploymentConfig makes ReplicationControllers, a LeaderWorkerSet makes StatefulSets: who makes the pods is the last of
/// these.
constexpr std::array<Row, 11> kRows = {{
    {"Deployment", "replicaset-controller"},
    {"ReplicaSet", "replicaset-controller"},
    {"StatefulSet", "statefulset-controller"},
    {"LeaderWorkerSet", "statefulset-controller"},
    {"DaemonSet", "daemon-set-controller"},
    {"Job", "job-controller"},
    {"CronJob", "job-controller"},
    {"JobSet", "job-controller"},
    {"TrainJob", "job-controller"},
    {"ReplicationController", "replication-controller"},
    {"DeploymentConfig", "replication-controller"},
}};

}  // namespace

Controller controller_of(std::string_view kind) {
  const auto* const row = std::ranges::find(kRows, kind, &Row::kind);
  if (row == kRows.end()) return {.kind = std::string(kind)};
  return {.kind = std::string(kind), .account = base::format("system:serviceaccount:kube-system:{}", row->account)};
}

}  // namespace railhead::manifest::admission
