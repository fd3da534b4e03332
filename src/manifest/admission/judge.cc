#include "manifest/admission/judge.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/validity.h"
#include "manifest/pod/defaults.h"
#include "manifest/psa/csi_inline.h"

namespace railhead::manifest::admission {
namespace {

constexpr const char* kEnforce = "pod-security.kubernetes.io/enforce";
constexpr const char* kEnforceVersion = "pod-security.kubernetes.io/enforce-version";

base::Result<void> place(Verdict& verdict, const Subject& subject, const scc::World& world, const Question& question) {
  const std::string& own = subject.pod.space;
  if (!question.space.empty() && !own.empty() && own != question.space)
    return std::unexpected(base::Error{
        .code = base::Code::usage,
        .message =
            base::format("{}: {} is in namespace {}, and -n says {}", subject.source, subject.owner, own, question.space),
        .suggestion = "kubectl refuses that too. Leave -n out, or the namespace in the manifest."});
  if (!own.empty()) {
    verdict.space = own;
    verdict.space_source = subject.source;
  } else if (!question.space.empty()) {
    verdict.space = question.space;
    verdict.space_source = "-n";
  } else if (world.namespaces.size() == 1) {
    verdict.space = world.namespaces[0].name;
    verdict.space_source = base::format("the only one that is given, {}", world.namespaces[0].source);
  } else {
    verdict.space = "default";
    verdict.space_source = "nothing says another";
  }
  const auto found = std::ranges::find(world.namespaces, verdict.space, &scc::Namespace::name);
  if (found != world.namespaces.end()) verdict.namespace_object = &*found;
  return {};
}

const std::string* label(const scc::Namespace* space, const char* key) {
  if (space == nullptr) return nullptr;
  const auto found = space->labels.find(key);
  return found == space->labels.end() ? nullptr : &found->second;
}

/// A label that names no level means restricted to the server, and a version that is none means the newest
/// (pod-security-admission api/helpers.go, PolicyToEvaluate).
void set_level(Verdict& verdict, const Question& question) {
  const std::string* enforce = label(verdict.namespace_object, kEnforce);
  if (question.level) {
    verdict.level = *question.level;
    verdict.level_source = "--psa";
  } else if (enforce != nullptr) {
    verdict.level = psa::level_named(*enforce).value_or(psa::Level::restricted);
    verdict.level_source = base::format("{}={} of namespace {}, {}", kEnforce, base::one_line(*enforce), verdict.space,
                                        verdict.namespace_object->source);
  } else {
    verdict.level_source = base::format("the default, no label {}", kEnforce);
  }
  if (question.kube) {
    verdict.version = *question.kube;
  } else if (const std::string* version = label(verdict.namespace_object, kEnforceVersion); version != nullptr) {
    verdict.version = psa::version_named(*version).value_or(psa::Version{});
  }
}

/// Somebody who may do nothing beyond what everybody may: the pod's own account is as good as any.
scc::Creator creator_of(const Subject& subject, const Verdict& verdict, const Question& question) {
  if (subject.controller && !subject.controller->account.empty()) return {.user = subject.controller->account};
  if (!subject.controller && !question.creator.user.empty()) return question.creator;
  return {.user = base::format("system:serviceaccount:{}:{}", verdict.space, verdict.pod.service_account)};
}

void refuse(Verdict& verdict, Plugin plugin, std::string message) {
  verdict.outcome = scc::Outcome::refused;
  verdict.denied_by = plugin;
  verdict.message = std::move(message);
}

std::optional<bool> account_automount(const Verdict& verdict, const scc::World& world, const std::string& account) {
  for (const scc::ServiceAccount& one : world.service_accounts)
    if (one.space == verdict.space && one.name == (account.empty() ? "default" : account)) return one.automount_token;
  return std::nullopt;
}

/// What is asked after SCC admission, in the server's order.
void validate(Verdict& verdict, const scc::World& world) {
  verdict.invalid = verdict.namespace_object == nullptr ? invalid(with_valid_ids(verdict.pod)) : invalid(verdict.pod);
  if (!verdict.invalid.empty()) {
    refuse(verdict, Plugin::validation, message(verdict.pod, verdict.invalid));
    return;
  }
  verdict.violations = psa::violations(verdict.pod, verdict.level, verdict.version);
  if (!verdict.violations.empty()) {
    refuse(verdict, Plugin::pod_security, psa::message(verdict.pod, verdict.level, verdict.version, verdict.violations));
    return;
  }
  if (!verdict.asked) return;
  static const std::map<std::string, std::string> no_labels;
  const auto& labels = verdict.namespace_object == nullptr ? no_labels : verdict.namespace_object->labels;
  if (auto denied = psa::csi_inline_refusal(verdict.pod, verdict.space, labels, world.csi_drivers))
    refuse(verdict, Plugin::csi_inline, std::move(*denied));
}

}  // namespace

const char* name(Plugin plugin) {
  switch (plugin) {
    case Plugin::none: return "";
    case Plugin::scc: return "scc";
    case Plugin::validation: return "validation";
    case Plugin::pod_security: return "pod-security";
    case Plugin::csi_inline: return "csi-inline";
  }
  return "";
}

base::Result<Verdict> judge(const Subject& subject, const scc::World& world, const Question& question) {
  Verdict verdict;
  if (auto placed = place(verdict, subject, world, question); !placed) return std::unexpected(placed.error());
  set_level(verdict, question);
  verdict.pod = defaulted(subject.pod, account_automount(verdict, world, subject.pod.service_account));
  verdict.creator = creator_of(subject, verdict, question);
  verdict.asked = question.scc;
  verdict.outcome = scc::Outcome::admitted;
  if (question.scc) {
    verdict.scc = scc::admit(verdict.pod, world, verdict.space, verdict.namespace_object, verdict.creator);
    if (verdict.scc.outcome == scc::Outcome::refused) {
      refuse(verdict, Plugin::scc, verdict.scc.message);
      return verdict;
    }
    if (verdict.scc.outcome == scc::Outcome::unknown) {
      verdict.outcome = scc::Outcome::unknown;
      return verdict;
    }
    verdict.pod = verdict.scc.pod;
  }
  validate(verdict, world);
  return verdict;
}

}  // namespace railhead::manifest::admission
