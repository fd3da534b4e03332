#include "cli/scc/run.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cli/manifest/inputs.h"
#include "cli/scc/objects.h"
#include "manifest/admission/way_out.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "report/scc/scc.h"

namespace railhead::cli {
namespace {

using manifest::Origin;
using manifest::admission::Question;
using manifest::scc::Outcome;
using manifest::scc::World;

constexpr const char* kUidRange = "openshift.io/sa.scc.uid-range";

/// A Namespace beside the pods is one to be applied: what the cluster has written on it stays, and to a new one OpenShift
/// writes its ranges within seconds.
void apply_namespaces(World& world, const std::vector<manifest::scc::Namespace>& there) {
  for (manifest::scc::Namespace& space : world.namespaces) {
    const auto before = std::ranges::find(there, space.name, &manifest::scc::Namespace::name);
    if (before != there.end()) {
      space.annotations.insert(before->annotations.begin(), before->annotations.end());
    } else {
      space.to_come = !space.annotations.contains(kUidRange);
    }
  }
}

base::Result<World> given_world(const ManifestInputs& pods, const SccCheckOptions& options) {
  World world;
  const auto add = [&](const manifest::Document& document, const Origin& origin) {
    return manifest::scc::add_objects(world, document, origin, options.space);
  };
  if (!options.objects.empty()) {
    const auto objects = ManifestInputs::of(options.objects);
    if (!objects) return std::unexpected(objects.error());
    if (auto read = each_document(*objects, Documents::of_the_cluster, add); !read) return std::unexpected(read.error());
  }
  const std::vector<manifest::scc::Namespace> there = world.namespaces;
  if (auto read = each_document(pods, Documents::of_the_cluster, add); !read) return std::unexpected(read.error());
  apply_namespaces(world, there);
  return world;
}

/// Takes the pods in turn. Text goes out as it comes.
class Asking {
 public:
  Asking(const SccCheckOptions& options, const World& world, Question question)
      : options_(options), world_(world), question_(std::move(question)), style_(style_of(options.output)) {
    asked_ = {.scc = question_.scc,
              .stock = world.stock,
              .stock_version = world.stock_version,
              .constraints = world.constraints.size()};
  }

  base::Result<void> take(manifest::admission::Subject subject, const std::string& file) {
    auto verdict = manifest::admission::judge(subject, world_, question_);
    if (!verdict) return std::unexpected(verdict.error());
    report::AskedPod pod{.file = file, .subject = std::move(subject), .verdict = *std::move(verdict)};
    pod.way_out = manifest::admission::way_out(pod.subject, pod.verdict, world_, question_);
    ++pods_;
    refused_ = refused_ || pod.verdict.outcome == Outcome::refused;
    unknown_ = unknown_ || pod.verdict.outcome == Outcome::unknown;
    if (options_.output.json) {
      kept_.push_back(std::move(pod));
      return {};
    }
    const report::SccTextWishes wishes{.suggest = options_.suggest, .verbose = options_.verbose};
    return print((pods_ > 1 ? "\n" : "") + report::scc_check_text(pod, asked_, wishes, style_));
  }

  std::size_t pods() const { return pods_; }

  base::Result<Exit> end() const {
    if (options_.output.json)
      if (auto printed = print(report::scc_check_json(kept_, asked_, RAILHEAD_VERSION)); !printed)
        return std::unexpected(printed.error());
    return refused_ ? Exit::findings : unknown_ ? Exit::undetermined : Exit::ok;
  }

 private:
  const SccCheckOptions& options_;
  const World& world_;
  Question question_;
  report::Style style_;
  report::AskedWorld asked_ = {};
  std::vector<report::AskedPod> kept_ = {};
  std::size_t pods_ = 0;
  bool refused_ = false;
  bool unknown_ = false;
};

}  // namespace

base::Error no_pods(const ManifestInputs& inputs) {
  return {.code = base::Code::malformed,
          .message = base::format(
              "no pod in {}", inputs.files().size() == 1 ? base::one_line(inputs.files()[0].name) : std::string("these files")),
          .suggestion = "A pod, or an object with a pod template (spec.containers), is what is asked about."};
}

base::Result<World> asked_world(const ManifestInputs& pods, const SccCheckOptions& options, Question& question) {
  base::Result<World> world = given_world(pods, options);
  if (!world) return world;
  base::Result<Question> asked = question_of(options, !world->constraints.empty());
  if (!asked) return std::unexpected(asked.error());
  question = *std::move(asked);
  if (question.scc && lacks_stock(*world))
    if (auto added = manifest::scc::add_stock(*world, options.openshift_version); !added) return std::unexpected(added.error());
  return world;
}

base::Result<Question> question_of(const SccCheckOptions& options, bool has_constraints) {
  if (!options.groups.empty() && options.user.empty())
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = "--as-group goes with --as",
                                       .suggestion = "Give the user too: --as USER --as-group GROUP."});
  Question question{.space = options.space, .creator = {.user = options.user, .groups = options.groups}};
  if (!options.level.empty()) question.level = manifest::psa::level_named(options.level);
  if (!options.kube_version.empty()) {
    question.kube = manifest::psa::version_named(options.kube_version);
    if (!question.kube || !manifest::psa::known(*question.kube))
      return std::unexpected(
          base::Error{.code = base::Code::usage,
                      .message = base::format("--kube-version: the rules of Pod Security are not known for '{}'",
                                              base::one_line(options.kube_version.substr(0, 40))),
                      .suggestion = base::format("Known are 1.22 to 1.{}.", manifest::psa::kLatestMinor)});
  }
  const bool kubernetes = question.level || question.kube;
  question.scc = has_constraints || !options.openshift_version.empty() || !options.user.empty() || !kubernetes;
  return question;
}

base::Result<Exit> run_scc_check(const SccCheckOptions& options) {
  const auto inputs = ManifestInputs::of(options.operands);
  if (!inputs) return std::unexpected(inputs.error());
  Question question;
  const base::Result<World> world = asked_world(*inputs, options, question);
  if (!world) return std::unexpected(world.error());
  Asking asking(options, *world, std::move(question));
  auto asked = each_document(*inputs, Documents::all,
                             [&](const manifest::Document& document, const Origin& origin) -> base::Result<void> {
                               auto subjects = manifest::admission::subjects_of(document, origin);
                               if (!subjects) return std::unexpected(subjects.error());
                               for (manifest::admission::Subject& subject : *subjects)
                                 if (auto taken = asking.take(std::move(subject), origin.file); !taken) return taken;
                               return {};
                             });
  if (!asked) return std::unexpected(asked.error());
  if (asking.pods() == 0) return std::unexpected(no_pods(*inputs));
  return asking.end();
}

}  // namespace railhead::cli
