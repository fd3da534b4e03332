#include "manifest/render/cluster/admission.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest::render {
namespace {

constexpr std::size_t kMostReasons = 4;

/// What was rendered and cannot be read again is a fault of render.
base::Result<Document> read_again(const Object& object) {
  Parsed parsed = parse_yaml(object.text);
  if (parsed.errors.empty() && parsed.documents.size() == 1) return std::move(parsed.documents[0]);
  return std::unexpected(base::Error{
      .code = base::Code::internal,
      .message = base::format("{}/{} was rendered as something that is no YAML", object.kind, base::one_line(object.name)),
      .cause = parsed.errors.empty() ? "" : parsed.errors[0].message});
}

Origin origin_of(const Object& object) { return {.file = base::format("{}/{}", object.kind, base::one_line(object.name))}; }

}  // namespace

base::Result<std::vector<admission::Subject>> pods_of(const std::vector<Object>& objects) {
  std::vector<admission::Subject> pods;
  for (const Object& object : objects) {
    const auto document = read_again(object);
    if (!document) return std::unexpected(document.error());
    auto subjects = admission::subjects_of(*document, origin_of(object));
    if (!subjects) return std::unexpected(subjects.error());
    std::ranges::move(*subjects, std::back_inserter(pods));
  }
  return pods;
}

base::Result<scc::World> world_of(const Plan& plan) {
  scc::World world;
  if (plan.cluster.platform == job::Platform::openshift)
    if (auto added = scc::add_stock(world, plan.cluster.version); !added) return std::unexpected(added.error());
  world.namespaces.push_back({.name = plan.space(), .to_come = true});
  if (plan.cluster.create_service_account)
    world.service_accounts.push_back({.space = plan.space(), .name = plan.service_account(), .automount_token = false});
  return world;
}

base::Result<void> apply_objects(const std::vector<Object>& objects, scc::World& world) {
  for (const Object& object : objects) {
    const auto document = read_again(object);
    if (!document) return std::unexpected(document.error());
    if (auto added = scc::add_objects(world, *document, origin_of(object)); !added) return added;
  }
  return {};
}

base::Result<std::vector<admission::Verdict>> verdicts_of(const Plan& plan, const std::vector<admission::Subject>& pods,
                                                          const scc::World& world, bool scc) {
  const admission::Question question{.scc = scc, .space = plan.space(), .level = psa::Level::privileged};
  std::vector<admission::Verdict> verdicts;
  verdicts.reserve(pods.size());
  for (const admission::Subject& pod : pods) {
    auto verdict = admission::judge(pod, world, question);
    if (!verdict) return std::unexpected(verdict.error());
    verdicts.push_back(*std::move(verdict));
  }
  return verdicts;
}

std::string why_refused(const admission::Verdict& verdict, const std::string& constraint) {
  if (verdict.outcome == scc::Outcome::unknown) return verdict.scc.why;
  std::vector<std::string> reasons;
  for (const scc::Attempt& attempt : verdict.scc.attempts) {
    if (attempt.constraint == nullptr || attempt.constraint->name != constraint) continue;
    for (const scc::Refusal& refusal : attempt.refusals)
      if (reasons.size() < kMostReasons) reasons.push_back(refusal.text);
  }
  return reasons.empty() ? verdict.message : base::joined(reasons, "; ");
}

}  // namespace railhead::manifest::render
