#include "base/format.h"
#include "base/text.h"
#include "report/scc/text/lines.h"
#include "report/scc/text/parts.h"

namespace railhead::report {
namespace {

using manifest::admission::Verdict;

constexpr std::size_t kIndent = 2;
constexpr std::size_t kColumn = 14;

std::string object_words(const AskedPod& asked) {
  const std::string part = asked.subject.part.empty() ? "" : base::format(" {}", asked.subject.part);
  return base::format("{}{} [{}]", asked.subject.owner, part, asked.subject.source);
}

std::string namespace_words(const AskedPod& asked) {
  const Verdict& verdict = asked.verdict;
  std::string words = base::format("{} [{}]", verdict.space, verdict.space_source);
  if (verdict.namespace_object != nullptr)
    words += base::format(", its object [{}]{}", verdict.namespace_object->source,
                          verdict.asked && !knows_ranges(verdict) ? ": OpenShift has yet to give it its ranges of uids" : "");
  else
    words += verdict.asked ? ", not among the objects: its ranges of uids are not known" : ", not among the objects";
  return words;
}

std::string constraint_words(const AskedWorld& world) {
  const std::string count = base::counted(world.constraints, "SCC");
  if (world.stock) return base::format("those that come with OpenShift {}: none were given (--objects)", world.stock_version);
  if (world.stock_version.empty()) return base::format("{} that were given, and the roles and bindings with them", count);
  return base::format("{}: those that were given, and beside them those that come with OpenShift {}", count,
                      world.stock_version);
}

std::string level_words(const Verdict& verdict) {
  const std::string level = manifest::psa::name(verdict.level);
  // The level privileged has no rules.
  if (verdict.level == manifest::psa::Level::privileged) return base::format("{} [{}]", level, verdict.level_source);
  const std::string rules = verdict.rules.minor ? base::format("1.{}", *verdict.rules.minor)
                                                : base::format("1.{}, the latest known", manifest::psa::kLatestMinor);
  return base::format("{} [{}], by the rules of Kubernetes {}", level, verdict.level_source, rules);
}

std::string creator_words(const AskedPod& asked) {
  const Verdict& verdict = asked.verdict;
  const auto& controller = asked.subject.controller;
  const std::string own = base::format("{}/{}", verdict.space, verdict.pod.service_account);
  if (controller && !controller->account.empty())
    return base::format("the controller, {}: so only what {} may use counts, not what the person who applies it may",
                        controller->account, own);
  if (controller)
    return base::format("the operator of {}, whose account counts beside {} and is not known here",
                        controller->kind.empty() ? std::string("this object") : base::format("the kind {}", controller->kind),
                        own);
  if (const std::string creator = creator_text(asked); !creator.empty())
    return base::format("{}: what it may use counts beside what {} may", verdict.creator.user, own);
  return base::format("whoever applies it (--as USER): taken to be somebody who may use no more than {} may", own);
}

}  // namespace

std::string ground_text(const AskedPod& asked, const AskedWorld& world) {
  const Verdict& verdict = asked.verdict;
  std::string text = entry("object", object_words(asked), kIndent, kColumn);
  text += entry("namespace", namespace_words(asked), kIndent, kColumn);
  if (verdict.asked) {
    text += entry("SCCs", constraint_words(world), kIndent, kColumn);
    text += entry("created by", creator_words(asked), kIndent, kColumn);
  }
  // Asked in this order: what SCC admission refuses never comes to Pod Security.
  if (verdict.denied_by != manifest::admission::Plugin::scc)
    text += entry("Pod Security", level_words(verdict), kIndent, kColumn);
  for (const std::string& field : asked.subject.pod.unknown_fields)
    text += entry("note", base::format("{} is no field of the API: the server passes over it", field), kIndent, kColumn);
  return text;
}

}  // namespace railhead::report
