#include "manifest/admission/judge.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/validity.h"
#include "manifest/pod/defaults.h"
#include "manifest/psa/csi_inline.h"
#include "manifest/psa/policy.h"
#include "manifest/validation/prepare.h"

namespace railhead::manifest::admission {
namespace {

constexpr const char* kEnforce = "pod-security.kubernetes.io/enforce";

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

const std::map<std::string, std::string>& labels_of(const Verdict& verdict) {
  static const std::map<std::string, std::string> none;
  return verdict.namespace_object == nullptr ? none : verdict.namespace_object->labels;
}

/// A policy of an older version counts as it was then; one that is newer than the server is the server's newest.
psa::Version rules_of(psa::Version policy, const std::optional<psa::Version>& server) {
  if (!server || !server->minor) return policy;
  return policy.minor && *policy.minor < *server->minor ? policy : *server;
}

void set_level(Verdict& verdict, const Question& question) {
  const psa::LevelVersion policy = psa::policy_of(labels_of(verdict)).enforce;
  const auto enforce = labels_of(verdict).find(kEnforce);
  if (question.level) {
    verdict.level = *question.level;
    verdict.level_source = "--psa";
  } else if (enforce != labels_of(verdict).end()) {
    verdict.level = policy.level;
    verdict.version = policy.version;
    verdict.level_source = base::format("{}={} of namespace {}, {}", kEnforce, base::one_line(enforce->second), verdict.space,
                                        verdict.namespace_object->source);
  } else {
    verdict.level_source = base::format("the default, no label {}", kEnforce);
  }
  verdict.rules = rules_of(verdict.version, question.kube);
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
  if (auto changed = prepared(verdict.pod)) verdict.pod = *std::move(changed);
  verdict.invalid = knows_ranges(verdict) ? invalid(verdict.pod) : invalid(with_valid_ids(verdict.pod));
  if (!verdict.invalid.empty()) {
    refuse(verdict, Plugin::validation, message(verdict.pod, verdict.invalid));
    return;
  }
  verdict.violations = psa::violations(verdict.pod, verdict.level, verdict.rules);
  if (!verdict.violations.empty()) {
    refuse(verdict, Plugin::pod_security, psa::message(verdict.pod, verdict.level, verdict.version, verdict.violations));
    return;
  }
  if (!verdict.asked) return;
  if (auto denied = psa::csi_inline_refusal(verdict.pod, verdict.space, labels_of(verdict), world.csi_drivers))
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

bool knows_ranges(const Verdict& verdict) { return verdict.namespace_object != nullptr && !verdict.namespace_object->to_come; }

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
