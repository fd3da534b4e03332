#include "cli/memlock/admission.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cli/memlock/pod_judge.h"
#include "cli/scc/objects.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "memlock/ways.h"

namespace railhead::cli {
namespace {

using manifest::admission::Question;
using manifest::scc::World;

bool is_empty(const World& world) {
  return world.constraints.empty() && world.namespaces.empty() && world.roles.empty() && world.bindings.empty() &&
         world.service_accounts.empty();
}

base::Error nothing_in(const std::vector<std::string>& files) {
  return {.code = base::Code::malformed,
          .message = base::format("no SCC in {}, and nothing that grants one",
                                  files.size() == 1 ? base::one_line(files[0]) : std::string("these files")),
          .suggestion = "oc get scc,clusterroles,clusterrolebindings -o yaml > cluster.yaml, or the manifest of one SCC."};
}

base::Result<World> world_of(const AdmissionOptions& options) {
  World world;
  if (options.files.empty()) return world;
  const auto inputs = ManifestInputs::of(options.files);
  if (!inputs) return std::unexpected(inputs.error());
  const auto add = [&](const manifest::Document& document, const manifest::Origin& origin) {
    return manifest::scc::add_objects(world, document, origin, options.space);
  };
  if (auto read = each_document(*inputs, Documents::all, add); !read) return std::unexpected(read.error());
  if (is_empty(world)) return std::unexpected(nothing_in(options.files));
  return world;
}

base::Result<Question> question_of(const memlock::Situation& situation, const AdmissionOptions& options) {
  Question question{.scc = situation.cluster == memlock::Cluster::openshift};
  if (!options.level.empty()) question.level = manifest::psa::level_named(options.level);
  if (!situation.kube_minor) return question;
  question.kube = manifest::psa::Version{static_cast<int>(*situation.kube_minor)};
  if (!manifest::psa::known(*question.kube))
    return std::unexpected(base::Error{
        .code = base::Code::usage,
        .message = base::format("--kube-version: the rules of Pod Security are not known for 1.{}", *situation.kube_minor),
        .suggestion = base::format("Known are 1.22 to 1.{}.", manifest::psa::kLatestMinor)});
  return question;
}

std::vector<std::string> shown(const std::vector<std::string>& files) {
  std::vector<std::string> names = files;
  std::ranges::replace(names, std::string("-"), std::string("stdin"));
  return names;
}

}  // namespace

base::Result<void> ask_admission(memlock::Situation& situation, const AdmissionOptions& options) {
  base::Result<Question> question = question_of(situation, options);
  if (!question) return std::unexpected(question.error());
  base::Result<World> world = world_of(options);
  if (!world) return std::unexpected(world.error());
  const bool stock = question->scc && lacks_stock(*world);
  if (stock)
    if (auto added = manifest::scc::add_stock(*world, ""); !added) return std::unexpected(added.error());
  const PodJudge judge(*world, *question, options.space, options.account);
  memlock::Asked asked{.files = shown(options.files), .level = options.level, .stock = stock};
  for (const memlock::Way& way : memlock::ways(situation))
    if (way.pod) asked.answers[way.id] = judge.ask(*way.pod);
  situation.asked = std::move(asked);
  return {};
}

}  // namespace railhead::cli
