#include <algorithm>
#include <array>

#include "base/text.h"
#include "kube/survey/questions.h"
#include "kube/survey/reading.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;
using Text = facts::Known<std::string>;

constexpr const char* kVersion = "/version";
constexpr const char* kRelease = "/apis/config.openshift.io/v1/clusterversions/version";
constexpr const char* kPods = "/openapi/v3/api/v1";

Text text_fact(const std::string& text, const char* source) {
  if (text.empty()) return Text({facts::Why::malformed, "it names no version"}, source);
  return {text, source};
}

/// The release that is completely there: the first of the history that is Completed; else the one that is wanted.
std::string release_of(const Json& version) {
  const Json* history = at(version, {"status", "history"});
  if (history && history->is_array())
    for (const Json& one : *history)
      if (text_at(one, {"state"}) == "Completed") return text_at(one, {"version"});
  return text_at(version, {"status", "desired", "version"});
}

bool has_ulimits(const Json& document) {
  return at(document, {"components", "schemas", "io.k8s.api.core.v1.SecurityContext", "properties", "ulimits"}) != nullptr;
}

bool has_security_context(const Json& document) {
  return at(document, {"components", "schemas", "io.k8s.api.core.v1.SecurityContext", "properties"}) != nullptr;
}

}  // namespace

Questions version_questions(facts::Survey& survey) {
  return {{.path = kVersion,
           .take = [&](const Json& object) { survey.kubernetes = text_fact(text_at(object, {"gitVersion"}), kVersion); },
           .done =
               [&](const Answer<void>& answer) {
                 if (!answer) survey.kubernetes = Text(missing_of(answer.error()), kVersion);
               }},
          {.path = kRelease,
           .take = [&](const Json& object) { survey.release = text_fact(release_of(object), kRelease); },
           .done =
               [&](const Answer<void>& answer) {
                 if (!answer) survey.release = Text(missing_of(answer.error()), kRelease);
               }},
          {.path = kPods,
           .take =
               [&](const Json& object) {
                 using Truth = facts::Known<bool>;
                 survey.native_ulimits = has_security_context(object)
                                             ? Truth(has_ulimits(object), kPods)
                                             : Truth({facts::Why::malformed, "it has no SecurityContext"}, kPods);
               },
           .done =
               [&](const Answer<void>& answer) {
                 if (!answer) survey.native_ulimits = facts::Known<bool>(missing_of(answer.error()), kPods);
               }}};
}

}  // namespace railhead::kube
