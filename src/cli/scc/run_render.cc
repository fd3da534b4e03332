#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cli/manifest/yaml_json.h"
#include "cli/scc/new_constraint.h"
#include "cli/scc/objects.h"
#include "cli/scc/run.h"
#include "manifest/scc/stock.h"
#include "manifest/yaml/yaml.h"

namespace railhead::cli {
namespace {

using manifest::Origin;
using manifest::admission::Plugin;
using manifest::admission::Question;
using manifest::admission::Verdict;
using manifest::scc::Outcome;
using manifest::scc::World;

/// What the pods are that were asked about. `hopeless` are the reasons of those that no SCC helps.
struct Asked {
  std::vector<NeedyPods> needy = {};
  std::vector<std::string> hopeless = {};
  std::vector<std::string> unknown = {};
  std::size_t pods = 0;
};

std::string who(const manifest::admission::Subject& subject) {
  return base::format("{} ({})", base::one_line(subject.owner), subject.source);
}

void refused(Asked& asked, manifest::admission::Subject subject, Verdict verdict, const World& world,
             const Question& question) {
  if (verdict.denied_by != Plugin::scc) {
    asked.hopeless.push_back(base::format("{}: SCC admission takes it, and {} refuses it: {}", who(subject),
                                          manifest::admission::name(verdict.denied_by), verdict.message));
    return;
  }
  auto way = manifest::admission::way_out(subject, verdict, world, question);
  if (!way || way->constraint.empty()) {
    const std::string why = !way ? "" : way->invalid.empty() ? way->no_constraint : way->invalid;
    asked.hopeless.push_back(base::format("{}: {}", who(subject), why));
    return;
  }
  const auto same = std::ranges::find_if(asked.needy, [&](const NeedyPods& pods) {
    return pods.space() == verdict.space && pods.account() == verdict.pod.service_account;
  });
  NeedyPods& pods = same == asked.needy.end() ? asked.needy.emplace_back() : *same;
  pods.subjects.push_back(std::move(subject));
  pods.verdicts.push_back(std::move(verdict));
  pods.ways.push_back(*std::move(way));
}

base::Result<void> ask(Asked& asked, manifest::admission::Subject subject, const World& world, const Question& question) {
  auto verdict = manifest::admission::judge(subject, world, question);
  if (!verdict) return std::unexpected(verdict.error());
  ++asked.pods;
  if (verdict->outcome == Outcome::refused)
    refused(asked, std::move(subject), *std::move(verdict), world, question);
  else if (verdict->outcome == Outcome::unknown)
    asked.unknown.push_back(base::format("{}: {}", who(subject), verdict->scc.why));
  return {};
}

base::Result<Asked> ask_all(const ManifestInputs& inputs, const SccRenderOptions& options, const World& world,
                            const Question& question) {
  Asked asked;
  auto read = each_document(inputs, Documents::all,
                            [&](const manifest::Document& document, const Origin& origin) -> base::Result<void> {
                              auto subjects = manifest::admission::subjects_of(document, origin);
                              if (!subjects) return std::unexpected(subjects.error());
                              for (manifest::admission::Subject& subject : *subjects) {
                                if (!options.account.empty()) subject.pod.service_account = options.account;
                                if (auto done = ask(asked, std::move(subject), world, question); !done) return done;
                              }
                              return {};
                            });
  if (!read) return std::unexpected(read.error());
  if (asked.pods == 0) return std::unexpected(no_pods(inputs));
  return asked;
}

base::Result<void> print_objects(const std::vector<std::string>& objects, bool as_json) {
  if (!as_json) return print(base::joined(objects, "---\n"));
  nlohmann::ordered_json list = {{"apiVersion", "v1"}, {"kind", "List"}, {"items", nlohmann::ordered_json::array()}};
  for (const std::string& object : objects)
    for (const manifest::Document& document : manifest::parse_yaml(object).documents)
      list["items"].push_back(json_of(manifest::Value(document)));
  return print(list.dump(2) + "\n");
}

Exit no_scc_helps(const std::vector<std::string>& reasons, const OutputOptions& output) {
  report_error({.code = base::Code::denied, .message = "no SCC admits these pods", .cause = base::joined(reasons, "\n")},
               output);
  return Exit::findings;
}

base::Result<void> check_name(const std::string& name) {
  if (!manifest::scc::is_stock(name)) return {};
  return std::unexpected(
      base::Error{.code = base::Code::usage,
                  .message = base::format("--name: {} comes with OpenShift, whose own SCCs are not to be changed", name),
                  .suggestion = "Give the new SCC another name."});
}

}  // namespace

base::Result<Exit> run_scc_render(const SccRenderOptions& options) {
  if (auto checked = check_name(options.name); !checked) return std::unexpected(checked.error());
  const auto inputs = ManifestInputs::of(options.asked.operands);
  if (!inputs) return std::unexpected(inputs.error());
  Question question;
  const auto world = asked_world(*inputs, options.asked, question);
  if (!world) return std::unexpected(world.error());
  if (!question.scc)
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = "--psa or --kube-version alone asks Kubernetes, which has no SCCs",
                                       .suggestion = "Give --openshift-version or the cluster's SCCs (--objects) too."});
  auto asked = ask_all(*inputs, options, *world, question);
  if (!asked) return std::unexpected(asked.error());
  Rendered rendered;
  for (const NeedyPods& pods : asked->needy)
    if (auto why = render_smallest(rendered, pods, *world, question, options.name)) asked->hopeless.push_back(*std::move(why));
  if (!asked->hopeless.empty()) return no_scc_helps(asked->hopeless, options.asked.output);
  if (rendered.objects.empty() && asked->unknown.empty())
    rendered.notes.push_back(base::format("Nothing to render: {} admitted as it is.",
                                          asked->pods == 1 ? "the pod is" : base::format("each of {} pods is", asked->pods)));
  for (const std::string& why : asked->unknown) rendered.notes.push_back(base::format("Not known: {}", why));
  for (const std::string& note : rendered.notes)
    if (auto printed = print_note(base::printable(note) + "\n"); !printed) return std::unexpected(printed.error());
  if (auto printed = print_objects(rendered.objects, options.asked.output.json); !printed)
    return std::unexpected(printed.error());
  return asked->unknown.empty() ? Exit::ok : Exit::undetermined;
}

}  // namespace railhead::cli
