#include "report/findings_json.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/doctor/doctor.h"
#include "report/doctor/summary.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

Json evidence_json(const std::vector<check::Evidence>& evidence) {
  Json list = Json::array();
  for (const check::Evidence& item : evidence)
    list.push_back({{"what", base::printable(item.what)}, {"where", base::printable(item.where)}});
  return list;
}

Json finding_json(const check::Result& result) {
  const check::Finding& finding = result.finding;
  const bool violated = finding.verdict == check::Verdict::violated;
  Json json = {{"id", result.check->id},
               {"verdict", name(finding.verdict)},
               {"severity", name(violated ? finding.severity : result.check->severity)},
               {"subject", base::printable(finding.subject)},
               {"message", base::printable(finding.message)},
               {"evidence", evidence_json(finding.evidence)},
               {"cause", result.check->cause},
               {"fix", base::printable(finding.fix.empty() ? result.check->fix : finding.fix)},
               {"docs", docs_page(result.check->id)}};
  if (!result.consequence_of.empty()) json["consequence_of"] = result.consequence_of;
  return json;
}

}  // namespace

Json findings_json(const std::vector<check::Result>& results) {
  Json list = Json::array();
  for (const check::Result& result : results) list.push_back(finding_json(result));
  return list;
}

Json summary_json(const std::vector<check::Result>& results) {
  const Summary summary = summary_of(results);
  return {{"errors", summary.errors},   {"warnings", summary.warnings}, {"infos", summary.infos},
          {"unknown", summary.unknown}, {"skipped", summary.skipped},   {"ok", summary.ok}};
}

}  // namespace railhead::report
