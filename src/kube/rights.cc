#include "kube/rights.h"

#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "kube/in_url.h"
#include "kube/posted.h"
#include "kube/survey/questions.h"
#include "kube/survey/reading.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;
using Truth = facts::Known<bool>;

constexpr std::string_view kApi = "/apis/authorization.k8s.io/v1/";

std::string path_of(const Right& right) {
  if (right.account.empty()) return std::string(kApi) + "selfsubjectaccessreviews";
  return base::format("{}namespaces/{}/localsubjectaccessreviews", kApi, in_url(right.space));
}

std::string review_of(const Right& right) {
  Json attributes = {{"verb", right.verb}, {"group", right.group}, {"resource", right.resource}};
  if (!right.name.empty()) attributes["name"] = right.name;
  if (!right.subresource.empty()) attributes["subresource"] = right.subresource;
  if (!right.space.empty()) attributes["namespace"] = right.space;
  Json review = {{"apiVersion", "authorization.k8s.io/v1"},
                 {"kind", right.account.empty() ? "SelfSubjectAccessReview" : "LocalSubjectAccessReview"},
                 {"spec", {{"resourceAttributes", attributes}}}};
  if (!right.account.empty()) {
    review["metadata"] = {{"namespace", right.space}};
    review["spec"]["user"] = right.account;
    const std::vector<std::string_view> words = base::split(right.account, ':');  // system:serviceaccount:NS:NAME
    const std::string space(words.size() > 2 ? words[2] : "");
    review["spec"]["groups"] = {"system:serviceaccounts", "system:serviceaccounts:" + space, "system:authenticated"};
  }
  return review.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Truth truth_of(const Answer<Json>& review, const std::string& source) {
  if (!review) return Truth(missing_of(review.error()), source);
  const Json* allowed = at(*review, {"status", "allowed"});
  if (!allowed || !allowed->is_boolean()) return Truth({facts::Why::malformed, "the review has no answer"}, source);
  return {allowed->get<bool>(), source};
}

}  // namespace

std::vector<Truth> rights(const Client& client, const std::vector<Right>& asked) {
  std::vector<Posted> reviews;
  reviews.reserve(asked.size());
  for (const Right& right : asked) reviews.push_back({.path = path_of(right), .body = review_of(right)});
  const std::vector<Answer<Json>> answers = posted(client, reviews);
  std::vector<Truth> truths;
  truths.reserve(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) truths.push_back(truth_of(answers[i], reviews[i].path));
  return truths;
}

}  // namespace railhead::kube
