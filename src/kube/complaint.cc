#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "base/text.h"
#include "kube/failure.h"

namespace railhead::kube {
namespace {

constexpr std::size_t kMostSaid = std::size_t{16} << 10U;

/// "I1129 04:14:42.123456    4711 request.go:601] Waited for ...": a line of klog.
bool is_log(std::string_view line) {
  return line.size() > 5 && std::string_view("IWEF").find(line[0]) != std::string_view::npos &&
         std::all_of(line.begin() + 1, line.begin() + 5, [](char c) { return std::isdigit(static_cast<unsigned char>(c)); }) &&
         line[5] == ' ';
}

/// What was said, without log lines and warnings; all of it where there is nothing else.
std::string without_logs(std::string_view complaint) {
  std::string kept;
  for (const std::string_view line : base::lines(complaint)) {
    if (line.empty() || is_log(line) || line.starts_with("Warning: ")) continue;
    if (!kept.empty()) kept += '\n';
    kept += line;
  }
  if (kept.empty()) kept = base::trimmed(complaint);
  kept = kept.substr(0, kept.find("\nPlease review the fields above"));  // our own advice is shorter
  if (kept.size() > kMostSaid) kept = kept.substr(0, kMostSaid) + " ...";
  return base::printable(kept);
}

/// What stands between `before` and the next `after`; nothing where one of them is missing.
std::optional<std::string> between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t start = text.find(before);
  if (start == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(start + before.size());
  const std::size_t end = rest.find(after);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(rest.substr(0, end));
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

/// `User "dev" cannot list resource "nodes" in API group "" in the namespace "a"` (apiserver
/// pkg/endpoints/handlers/responsewriters).
void take_forbidden(Failure& failure) {
  const std::string_view said = failure.said;
  failure.user = between(said, "User \"", "\"").value_or("");
  failure.verb = between(said, "\" cannot ", " ").value_or("");
  failure.resource = between(said, " resource \"", "\"").value_or("");
  failure.group = between(said, "API group \"", "\"").value_or("");
  failure.space = between(said, "in the namespace \"", "\"").value_or("");
  failure.name = between(said, " \"", "\" is forbidden").value_or("");
}

/// "Apply failed with 1 conflict: conflict with \"a\" using apps/v1: .spec.x", or for several "conflicts with \"a\" using
/// apps/v1:" and a line "- .spec.x" for each (apimachinery pkg/util/managedfields/internal/conflict.go).
void take_conflicts(Failure& failure) {
  constexpr std::string_view kWith = " with \"";
  std::string manager;
  for (const std::string_view line : base::lines(failure.said)) {
    if (line.starts_with("- .")) failure.conflicts.push_back({manager, std::string(line.substr(2))});
    // "Apply failed with 2 conflicts" has no quotes.
    const std::size_t at = line.rfind(kWith);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = line.substr(at + kWith.size());
    manager = rest.substr(0, rest.find('"'));
    if (const std::size_t field = rest.find(": ."); field != std::string_view::npos)
      failure.conflicts.push_back({manager, std::string(rest.substr(field + 2))});
  }
}

/// What the API server itself says: "Error from server (REASON): ..." (apimachinery, StatusReason).
std::optional<Trouble> by_reason(std::string_view said) {
  const auto reason = between(said, "Error from server (", ")");
  if (!reason) return std::nullopt;
  if (*reason == "NotFound")
    return said.find("could not find the requested resource") == std::string_view::npos ? Trouble::not_found
                                                                                        : Trouble::not_served;
  static constexpr std::array<std::pair<std::string_view, Trouble>, 11> kReasons = {
      {{"Unauthorized", Trouble::unauthorised},
       {"AlreadyExists", Trouble::exists},
       {"Conflict", Trouble::conflict},
       {"Invalid", Trouble::invalid},
       {"BadRequest", Trouble::invalid},
       {"Timeout", Trouble::timeout},
       {"ServerTimeout", Trouble::timeout},
       {"TooManyRequests", Trouble::unreachable},
       {"ServiceUnavailable", Trouble::unreachable},
       {"InternalError", Trouble::other},
       {"MethodNotAllowed", Trouble::not_served}}};
  for (const auto& [name, trouble] : kReasons)
    if (name == *reason) return trouble;
  return std::nullopt;
}

/// Admission says no in many ways; RBAC says who cannot do what.
std::optional<Trouble> by_admission(std::string_view said) {
  if (has_any(said, {"exceeded quota:"})) return Trouble::quota;
  if (has_any(said, {"failed calling webhook", "failed to call webhook"}))
    return has_any(said, {"deadline exceeded", "imeout"}) ? Trouble::timeout : Trouble::denied;
  if (has_any(said, {"admission webhook", "denied the request", "violates PodSecurity", "unable to validate against any"}))
    return Trouble::denied;
  if (has_any(said, {"\" is invalid: "})) return Trouble::invalid;
  if (said.find("Forbidden") == std::string_view::npos && said.find("forbidden") == std::string_view::npos) return std::nullopt;
  return has_any(said, {"\" cannot "}) ? Trouble::forbidden : Trouble::denied;
}

/// What the client says before or instead of the server.
std::optional<Trouble> by_client(std::string_view said) {
  using enum Trouble;
  if (has_any(said, {"You must be logged in to the server", "Unauthorized", "credentials plugin", "getting credentials: exec",
                     "the server has asked for the client to provide credentials", "token has expired"}))
    return unauthorised;
  if (has_any(said, {"Error in configuration", "error loading config file", "no configuration has been provided",
                     "invalid configuration", "incomplete configuration", "localhost:8080", "error: context \"",
                     "error: cluster \""}))
    return no_configuration;
  if (has_any(said, {"x509:", "tls: "})) return certificate;
  if (has_any(said, {"was refused", "Unable to connect to the server", "no such host", "no route to host",
                     "network is unreachable", "connection refused", "connection reset by peer", "unexpected EOF",
                     "http2: client connection lost", "error trying to reach service", "lost connection"}))
    return has_any(said, {"i/o timeout", "deadline exceeded", "Client.Timeout", "TLS handshake timeout"}) ? timeout
                                                                                                          : unreachable;
  if (has_any(said, {"deadline exceeded", "imed out", "i/o timeout", "Client.Timeout", "TLS handshake timeout"}))
    return timeout;
  if (has_any(said, {"doesn't have a resource type", "no matches for kind"})) return not_served;
  if (has_any(said, {"error validating", "strict decoding error", "failed to create typed patch object", "is invalid"}))
    return invalid;
  if (has_any(said, {"conflict with \"", "conflicts with \""})) return conflict;
  return std::nullopt;
}

}  // namespace

Failure failure_of(std::string_view complaint) {
  Failure failure{.said = without_logs(complaint)};
  const std::string_view said = failure.said;
  auto trouble = by_reason(said);
  if (!trouble || *trouble == Trouble::other) {
    if (const auto admission = by_admission(said)) trouble = admission;
  }
  if (!trouble || *trouble == Trouble::other) trouble = by_client(said);
  failure.trouble = trouble.value_or(Trouble::other);
  if (failure.trouble == Trouble::forbidden) take_forbidden(failure);
  if (failure.trouble == Trouble::conflict) take_conflicts(failure);
  return failure;
}

}  // namespace railhead::kube
