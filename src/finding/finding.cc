#include "finding/finding.h"

#include <utility>

namespace railhead::check {

Finding ok(std::string subject, std::string message, Evidences evidence) {
  return {
      .verdict = Verdict::ok, .subject = std::move(subject), .message = std::move(message), .evidence = std::move(evidence)};
}

Finding violated(Severity severity, std::string subject, std::string message, Evidences evidence, std::string fix) {
  return {.verdict = Verdict::violated,
          .severity = severity,
          .subject = std::move(subject),
          .message = std::move(message),
          .evidence = std::move(evidence),
          .fix = std::move(fix)};
}

Finding unknown(std::string subject, std::string message, Evidences evidence) {
  return {.verdict = Verdict::unknown,
          .subject = std::move(subject),
          .message = std::move(message),
          .evidence = std::move(evidence)};
}

Finding skipped(std::string subject, std::string reason) {
  return {.verdict = Verdict::skipped, .subject = std::move(subject), .message = std::move(reason)};
}

const char* name(Severity severity) {
  switch (severity) {
    case Severity::info: return "info";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "error";
}

const char* name(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok: return "ok";
    case Verdict::violated: return "violated";
    case Verdict::unknown: return "unknown";
    case Verdict::skipped: return "skipped";
  }
  return "unknown";
}

}  // namespace railhead::check
