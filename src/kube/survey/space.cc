#include "base/format.h"
#include "kube/in_url.h"
#include "kube/survey/questions.h"
#include "kube/survey/reading.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;
using Texts = facts::Known<std::map<std::string, std::string>>;

constexpr std::size_t kMostAmounts = 256;

bool is_pod_security(std::string_view key) {
  return key.starts_with("pod-security.kubernetes.io/") || key.starts_with("security.openshift.io/");
}
bool is_range(std::string_view key) { return key.starts_with("openshift.io/sa.scc."); }
bool is_any(std::string_view) { return true; }

std::optional<facts::Quota> quota_of(const Json& object) {
  facts::Quota quota{.name = text_at(object, {"metadata", "name"}), .amounts = {}};
  if (quota.name.empty()) return std::nullopt;
  quota.scoped = at(object, {"spec", "scopes"}) != nullptr || at(object, {"spec", "scopeSelector"}) != nullptr;
  const auto used = texts_at(object, {"status", "used"}, is_any);
  for (const auto& [resource, hard] : texts_at(object, {"spec", "hard"}, is_any)) {
    if (quota.amounts.size() >= kMostAmounts) break;
    const auto held = used.find(resource);
    quota.amounts.push_back({resource, hard, held == used.end() ? "" : held->second});
  }
  return quota;
}

std::optional<std::string> name_of(const Json& object) {
  std::string name = text_at(object, {"metadata", "name"});
  return name.empty() ? std::nullopt : std::optional(std::move(name));
}

Question space_question(facts::SurveyedSpace& space, const std::string& path) {
  return {.path = path,
          .take =
              [&space, path](const Json& object) {
                space.exists = {true, path};
                space.labels = {texts_at(object, {"metadata", "labels"}, is_pod_security), path};
                space.annotations = {texts_at(object, {"metadata", "annotations"}, is_range), path};
              },
          .done =
              [&space, path](const Answer<void>& answer) {
                if (answer) return;
                const facts::Missing why = missing_of(answer.error());
                // A user who may read all namespaces is told that there is none; any other is told that it is forbidden.
                space.exists =
                    why.why == facts::Why::not_found ? facts::Known<bool>(false, path) : facts::Known<bool>(why, path);
                space.labels = Texts(why, path);
                space.annotations = Texts(why, path);
              }};
}

}  // namespace

Questions space_questions(facts::Survey& survey) {
  facts::SurveyedSpace& space = survey.space;
  const std::string path = "/api/v1/namespaces/" + in_url(space.name);
  return {space_question(space, path), list_question<facts::Quota>(path + "/resourcequotas", space.quotas, quota_of),
          list_question<facts::SurveyedObject>(path + "/limitranges", space.limit_ranges,
                                               [](const Json& item) { return surveyed_object(item, "LimitRange", "v1"); }),
          list_question<std::string>(path + "/serviceaccounts", space.accounts, name_of)};
}

}  // namespace railhead::kube
