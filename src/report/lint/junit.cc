#include "base/format.h"
#include "base/text.h"
#include "report/lint/lint.h"

namespace railhead::report {
namespace {

using check::Verdict;

/// Text of XML 1.0 or the value of an attribute. Control characters, which no XML may hold even escaped, and U+FFFE and U+FFFF
/// are '?'.
std::string xml(std::string_view text) {
  std::string out;
  const std::string clean = base::printable(text);
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const std::string_view three = std::string_view(clean).substr(i, 3);
    if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {
      out += '?';
      i += 2;
      continue;
    }
    switch (clean[i]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += clean[i];
    }
  }
  return out;
}

/// An attribute would lose its line breaks.
std::string attribute(std::string_view text) { return xml(base::one_line(text)); }

std::string details(const lint::JudgedFinding& finding) {
  const check::Finding& said = finding.result.finding;
  std::string text = base::format("{}: {}: {}\n", finding.place.text(), said.subject, said.message);
  for (const facts::Evidence& evidence : said.evidence) text += base::format("{} [{}]\n", evidence.what, evidence.where);
  return text + base::format("cause: {}\nfix: {}\n", finding.result.check->cause,
                             said.fix.empty() ? finding.result.check->fix : said.fix);
}

/// The cases of one file.
class Suite {
 public:
  explicit Suite(std::string file) : file_(std::move(file)) {}

  void take(const lint::JudgedObject& object, const std::string& fail_on) {
    bool any = false;
    for (const lint::JudgedFinding& finding : object.findings) {
      if (finding.result.finding.verdict != Verdict::violated) continue;
      any = true;
      take(finding, object, fails(finding, fail_on));
    }
    if (!any) add(object.title(), "nothing found", "");
    for (const lint::Note& note : object.notes)
      add(object.title(), "annotation", base::format("<system-out>{}</system-out>", xml(note.text)));
  }
  void take(const lint::Problem& problem) {
    ++errors_;
    add(problem.place.text(), "can be read",
        base::format("<error type=\"unusable\" message=\"{0}\">{1}: {0}</error>", attribute(problem.message),
                     xml(problem.place.text())));
  }
  std::string text() const {
    return base::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  </testsuite>\n",
        attribute(file_), tests_, failures_, errors_, skipped_, cases_);
  }

 private:
  void take(const lint::JudgedFinding& finding, const lint::JudgedObject& object, bool failed) {
    const check::Finding& said = finding.result.finding;
    const std::string name = finding.result.check->id + " " + said.subject;
    if (!finding.ignored.empty()) {
      ++skipped_;
      return add(object.title(), name, base::format("<skipped message=\"ignored: {}\"/>", attribute(finding.ignored)));
    }
    if (!failed) return add(object.title(), name, base::format("<system-out>{}</system-out>", xml(details(finding))));
    ++failures_;
    add(object.title(), name,
        base::format("<failure type=\"{}\" message=\"{}\">{}</failure>", check::name(said.severity), attribute(said.message),
                     xml(details(finding))));
  }
  void add(const std::string& object, const std::string& name, const std::string& inside) {
    ++tests_;
    const std::string head = base::format("    <testcase classname=\"{}\" name=\"{}\"", attribute(object), attribute(name));
    cases_ += head + (inside.empty() ? "/>\n" : ">" + inside + "</testcase>\n");
  }

  std::string file_;
  std::string cases_;
  std::size_t tests_ = 0;
  std::size_t failures_ = 0;
  std::size_t errors_ = 0;
  std::size_t skipped_ = 0;
};

}  // namespace

std::string lint_junit(const Linted& linted) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"railhead lint\">\n";
  for (const LintedFile& file : linted.files) {
    Suite suite(file.name);
    for (const lint::JudgedObject& object : linted.objects)
      if (object.place.file == file.name) suite.take(object, linted.fail_on);
    for (const lint::Problem& problem : linted.problems)
      if (problem.place.file == file.name) suite.take(problem);
    text += suite.text();
  }
  return text + "</testsuites>\n";
}

}  // namespace railhead::report
