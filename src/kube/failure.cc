#include "kube/failure.h"

#include <array>

#include "base/format.h"
#include "base/text.h"

namespace railhead::kube {
namespace {

struct Meaning {
  std::string_view word;
  base::Code code;
  bool transient;
  std::string_view advice;  // "{}" is the program
};

constexpr std::array<Meaning, 15> kMeanings = {{
    {"no-program", base::Code::not_found, false, "Install kubectl or oc, or name it: --kubectl PROGRAM."},
    {"no-configuration", base::Code::not_found, false,
     "'{} config get-contexts' lists what there is; log in, or give --kubeconfig FILE and --context NAME."},
    {"unreachable", base::Code::unavailable, true,
     "'{} cluster-info' shows where it was looked for. Is the VPN up, and the context the right one?"},
    {"certificate", base::Code::denied, false,
     "The certificate of the server is not the one that the kubeconfig trusts: log in anew, or mend certificate-authority "
     "there."},
    {"unauthorised", base::Code::denied, false,
     "Log in anew (oc login, or what your cluster uses): the token or certificate is not taken, or ran out."},
    {"forbidden", base::Code::denied, false, ""},
    {"not-served", base::Code::not_found, false,
     "'{} api-resources' lists what the cluster has; what is missing is installed by its operator."},
    {"not-found", base::Code::not_found, false, ""},
    {"exists", base::Code::unavailable, false, ""},
    {"conflict", base::Code::unavailable, false, ""},
    {"denied", base::Code::denied, false, ""},
    {"quota", base::Code::denied, false, "'{} describe quota' shows what is used; ask for more, or stop what holds it."},
    {"invalid", base::Code::malformed, false, ""},
    {"timeout", base::Code::timeout, true, "Try again; --request-timeout gives each call more time."},
    {"other", base::Code::unavailable, false, ""},
}};

const Meaning& meaning_of(Trouble trouble) { return kMeanings[static_cast<std::size_t>(trouble)]; }

/// The rights are an admin's to give: a command for exactly what was refused.
std::string grant_of(const Failure& failure, const std::string& program) {
  const std::string resource = failure.group.empty() ? failure.resource : failure.resource + "." + failure.group;
  const std::string role = base::format("{}-{}", failure.verb, failure.resource.substr(0, failure.resource.find('/')));
  const bool whole = failure.space.empty();
  const std::string in = whole ? "" : " -n " + base::shell_word(failure.space);
  const bool account = failure.user.starts_with("system:serviceaccount:");
  std::string subject = failure.user;
  if (account) subject = subject.substr(std::string_view("system:serviceaccount:").size());
  return base::format(
      "An admin can allow it:\n  {0} create {1} {2} --verb={3} --resource={4}{5}\n  {0} create {6} {2} --{7}={2}{5} --{8}={9}",
      program, whole ? "clusterrole" : "role", role, base::shell_word(failure.verb), base::shell_word(resource), in,
      whole ? "clusterrolebinding" : "rolebinding", whole ? "clusterrole" : "role", account ? "serviceaccount" : "user",
      base::shell_word(subject));
}

std::string conflict_advice(const Failure& failure) {
  std::string text = "Fields that others have set:";
  for (const Conflict& one : failure.conflicts)
    text += base::format("\n  {} by {}", base::one_line(one.field), base::one_line(one.manager));
  return text + "\n--force-conflicts takes them over; taking them out of the manifest leaves them as they are.";
}

std::string advice_of(const Failure& failure, const std::string& program) {
  switch (failure.trouble) {
    case Trouble::forbidden: return failure.verb.empty() || failure.resource.empty() ? "" : grant_of(failure, program);
    case Trouble::conflict: return failure.conflicts.empty() ? "" : conflict_advice(failure);
    default: {
      std::string text(meaning_of(failure.trouble).advice);
      if (const std::size_t at = text.find("{}"); at != std::string::npos) text.replace(at, 2, program);
      return text;
    }
  }
}

}  // namespace

std::string refused_of(const Failure& failure) {
  std::string text = base::format("{} may not {} {}", failure.user.empty() ? "this user" : failure.user, failure.verb,
                                  failure.group.empty() ? failure.resource : failure.resource + "." + failure.group);
  if (!failure.space.empty()) text += " in namespace " + failure.space;
  return text;
}

std::string_view word_of(Trouble trouble) { return meaning_of(trouble).word; }

base::Error error_of(const Failure& failure, const std::string& what, const std::string& program) {
  const Meaning& meaning = meaning_of(failure.trouble);
  std::string message = "cannot " + what;
  if (failure.trouble == Trouble::forbidden && !failure.verb.empty()) message += ": " + refused_of(failure);
  return {.code = meaning.code,
          .message = std::move(message),
          .cause = failure.said,
          .suggestion = advice_of(failure, program),
          .transient = meaning.transient};
}

}  // namespace railhead::kube
