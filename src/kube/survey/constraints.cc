#include "kube/survey/questions.h"
#include "kube/survey/reading.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

std::optional<facts::SurveyedConstraint> constraint_of(const Json& object) {
  auto kept = surveyed_object(object, "SecurityContextConstraints", "security.openshift.io/v1");
  if (!kept) return std::nullopt;
  const bool all = has_text(object, {"allowedCapabilities"}, "*");
  const bool dropped =
      has_text(object, {"requiredDropCapabilities"}, "IPC_LOCK") || has_text(object, {"requiredDropCapabilities"}, "ALL");
  facts::SurveyedConstraint one{
      .object = *std::move(kept), .users = list_at(object, {"users"}), .groups = list_at(object, {"groups"})};
  one.privileged = all || truth_at(object, {"allowPrivilegedContainer"});
  one.ipc_lock = !dropped && (all || has_text(object, {"allowedCapabilities"}, "IPC_LOCK") ||
                              has_text(object, {"defaultAddCapabilities"}, "IPC_LOCK"));
  return one;
}

}  // namespace

Questions constraint_questions(facts::Survey& survey) {
  return {list_question<facts::SurveyedConstraint>("/apis/security.openshift.io/v1/securitycontextconstraints",
                                                   survey.constraints, constraint_of)};
}

}  // namespace railhead::kube
