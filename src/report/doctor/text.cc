#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "report/doctor/doctor.h"
#include "report/doctor/machine_text.h"
#include "report/doctor/summary.h"
#include "report/finding_text.h"

namespace railhead::report {
namespace {

using check::Severity;
using check::Verdict;

/// Findings under one heading: those of checks of these ids, or below them. The longest entry that fits counts.
struct Category {
  std::string title;
  std::vector<std::string> families;
};

const std::vector<Category>& categories() {
  static const std::vector<Category> kCategories = {
      {"locked memory", {"memlock"}},
      {"variables", {"env", "nccl.bootstrap", "nccl.ib.disabled-by-env"}},
      {"RDMA devices", {"hca", "ib", "rdma", "rdma-cm", "libibverbs", "nccl", "k8s"}},
      {"ports", {"port"}},
      {"GIDs", {"gid"}},
      {"network", {"net"}},
      {"PCI and GPUs", {"pci", "gdr", "topo"}},
      {"host", {}},  // all others
  };
  return kCategories;
}

std::size_t category_of(const std::string& id) {
  std::size_t category = categories().size() - 1;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < categories().size(); ++i)
    for (const std::string& family : categories()[i].families)
      if (family.size() > longest && (id == family || id.starts_with(family + '.'))) {
        category = i;
        longest = family.size();
      }
  return category;
}

/// What several checks could not know for one reason is said by the first of them.
class Unknowns {
 public:
  explicit Unknowns(const std::vector<check::Result>& results) {
    for (const check::Result& result : results)
      if (result.finding.verdict == Verdict::unknown) ids_[key(result)].push_back(result.check->id);
  }

  bool said_before(const check::Result& result) const {
    return result.finding.verdict == Verdict::unknown && ids_.at(key(result)).front() != result.check->id;
  }

  /// "port.not-active" or "port.not-active and 21 more".
  std::string ids(const check::Result& result) const {
    return result.finding.verdict == Verdict::unknown ? base::listed(ids_.at(key(result)), 1) : result.check->id;
  }

 private:
  using Key = std::pair<std::string, std::string>;
  static Key key(const check::Result& result) { return {result.finding.subject, result.finding.message}; }

  std::map<Key, std::vector<std::string>> ids_;
};

/// Checks that were left out for one reason take one line.
std::string skipped_text(const std::map<std::string, std::vector<std::string>>& by_reason, const Style& style) {
  std::string text;
  for (const auto& [reason, ids] : by_reason) {
    const std::string names = ids.size() > 2 ? base::counted(ids.size(), "check") : base::joined(ids, ", ");
    text += toned(style, Tone::faint, base::format("- skipped: {} ({})", base::one_line(reason), names)) + "\n";
  }
  return text;
}

std::string category_text(const std::vector<check::Result>& results, const Unknowns& unknowns, std::size_t category,
                          const Style& style) {
  std::string text;
  std::map<std::string, std::vector<std::string>> skipped;
  for (const check::Result& result : results) {
    if (category_of(result.check->id) != category) continue;
    if (result.finding.verdict == Verdict::skipped)
      skipped[result.finding.message].push_back(result.check->id);
    else if (!unknowns.said_before(result))
      text += finding_text(result, unknowns.ids(result), style);
  }
  text += skipped_text(skipped, style);
  if (text.empty()) return "";
  return toned(style, Tone::strong, categories()[category].title) + "\n" + text + "\n";
}

Tone tone_of(const check::Conclusion& conclusion) {
  if (!conclusion.rdma) return Tone::attention;
  if (*conclusion.rdma) return Tone::good;
  return conclusion.blockers.empty() ? Tone::attention : Tone::bad;
}

}  // namespace

std::string findings_text(const std::vector<check::Result>& results, const Style& style) {
  std::string text;
  const Unknowns unknowns(results);
  for (std::size_t i = 0; i < categories().size(); ++i) text += category_text(results, unknowns, i, style);
  return text + summary_text(results);
}

std::string docs_page(const std::string& check_id) { return "docs/checks/" + check_id + ".md"; }

std::string doctor_text(const Doctor& doctor, const Style& style) {
  std::string text;
  if (const std::string seen = machine_text(doctor.machine, style); !seen.empty())
    text += toned(style, Tone::strong, "what is here") + "\n" + seen + "\n";
  text += findings_text(doctor.results, style);
  return text + toned(style, tone_of(doctor.conclusion), base::one_line(doctor.conclusion.message)) + "\n";
}

}  // namespace railhead::report
