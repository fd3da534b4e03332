#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/manifest/inputs.h"
#include "cli/nri/check.h"
#include "cli/scc/objects.h"
#include "finding/declared/resources.h"
#include "nri/declared/declared.h"
#include "nri/policy/annotations.h"
#include "nri/policy/match.h"
#include "nri/policy/read.h"
#include "report/nri/nri.h"

namespace railhead::cli {
namespace {

using manifest::Document;
using manifest::Origin;

constexpr std::size_t kMostContainers = 16384;
/// Stands for the device that a device plugin would choose.
constexpr const char* kSomeDevice = "/dev/infiniband/uverbsN";

base::Result<nri::Policy> chosen_policy(const NriCheckOptions& options) {
  if (options.policy.empty()) return nri::default_policy();
  const bool piped = options.policy == "-";
  if (piped && std::ranges::count(options.operands, "-") > 0)
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = "stdin is both the policy and a manifest",
                                       .suggestion = "Give one of them as a file."});
  const auto text = read_input(options.policy, nri::kMostPolicy);
  if (!text) return std::unexpected(text.error());
  return nri::read_policy(*text, piped ? "stdin" : options.policy);
}

base::Result<std::uint64_t> node_memory(const NriCheckOptions& options) {
  if (options.node_memory.empty()) return 0;
  const auto size = base::parse_size(options.node_memory);
  if (!size) return std::unexpected(size.error());
  if (size->value == 0)
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = "--node-memory: a node has more than 0 bytes",
                                       .suggestion = "Give what MemTotal of its /proc/meminfo says, for example 2113400028k."});
  return size->value;
}

bool is_share(const std::optional<nri::Amount>& amount) { return amount && amount->kind == nri::Amount::Kind::node_memory; }

/// A decision may hang on the node's memory.
bool has_shares(const nri::Policy& policy) {
  return std::ranges::any_of(policy.rules, [](const nri::Rule& rule) {
    return std::ranges::any_of(rule.grants, [](const nri::Grant& grant) {
      return is_share(grant.soft) || is_share(grant.hard) || is_share(grant.ceiling);
    });
  });
}

bool asks_for_share(const nri::Subject& subject) {
  return std::ranges::any_of(subject.annotations, [](const auto& one) {
    return one.second.find("node-memory") != std::string::npos && nri::named_by(one.first);
  });
}

/// The annotation that counts for the subject's container is one for all of its pod.
bool asks_for_all(const nri::Subject& subject) {
  const auto wish = nri::wish_of(subject.annotations, subject.container);
  const auto named = wish ? nri::named_by(wish->key) : std::nullopt;
  return named && *named && (*named)->container.empty();
}

/// The resources of a container that bring RDMA devices.
std::string rdma_resources(const nri::DeclaredContainer& declared) {
  const facts::DeclaredContainer asking{.name = "", .source = "", .resources = declared.resources};
  std::vector<std::string> names;
  for (const facts::ResourceRequest& request : check::rdma_asked(asking, {})) names.push_back(base::one_line(request.name));
  return base::listed(std::move(names), 4);
}

/// Decides about containers in turn. Text goes out as it comes.
class Checking {
 public:
  Checking(const NriCheckOptions& options, const nri::Policy& policy, std::uint64_t memory)
      : options_(options), policy_(policy), style_(style_of(options.output)) {
    check_ = {.policy = options.policy == "-" ? "stdin" : options.policy,
              .rules = policy.rules.size(),
              .node_memory = memory,
              .needs_node_memory = has_shares(policy)};
  }

  base::Result<void> take(nri::DeclaredPod& pod, const std::string& file);

  bool any() const { return count_ > 0; }

  base::Result<Exit> end() const {
    const auto printed = print(options_.output.json ? report::nri_check_json(check_, containers_, lost_, RAILHEAD_VERSION)
                                                    : report::nri_end_text(check_));
    if (!printed) return std::unexpected(printed.error());
    return bad_ ? Exit::findings : Exit::ok;
  }

 private:
  report::CheckedContainer checked(nri::DeclaredPod& pod, const nri::DeclaredContainer& declared) const;
  void assume_device(const nri::DeclaredContainer& declared, report::CheckedContainer& one) const;
  void decide(const nri::Subject& subject, report::CheckedContainer& one) const;
  base::Result<void> say(report::CheckedContainer one);
  base::Result<void> say(report::LostAnnotation one);
  base::Result<void> print_piece(const std::string& text);

  const NriCheckOptions& options_;
  const nri::Policy& policy_;
  report::Style style_;
  report::NriCheck check_ = {};
  std::vector<report::CheckedContainer> containers_ = {};
  std::vector<report::LostAnnotation> lost_ = {};
  std::size_t count_ = 0;
  bool started_ = false;
  bool bad_ = false;
};

void Checking::assume_device(const nri::DeclaredContainer& declared, report::CheckedContainer& one) const {
  const std::string names = rdma_resources(declared);
  one.device = options_.device || (!options_.no_device && !names.empty());
  if (options_.device) {
    one.device_from = "--device";
  } else if (options_.no_device) {
    one.device_from = "--no-device";
  } else if (!names.empty()) {
    one.device_from = "assumed, it asks for " + names;
  } else {
    one.device_from =
        declared.claims ? "assumed, what its resource claims bring is not known" : "it asks for no resource that brings one";
  }
}

void Checking::decide(const nri::Subject& subject, report::CheckedContainer& one) const {
  one.decision = nri::decide(policy_, {.memory = check_.node_memory}, subject);
  for (const nri::Rule& rule : policy_.rules) {
    const bool matches = nri::matches(rule.match, subject);
    one.rules.push_back({.name = rule.name, .matches = matches, .why = nri::why_matched(rule, subject)});
    if (matches) break;
  }
}

report::CheckedContainer Checking::checked(nri::DeclaredPod& pod, const nri::DeclaredContainer& declared) const {
  report::CheckedContainer one{.object = pod.owner,
                               .part = pod.part,
                               .source = declared.source,
                               .name = declared.name,
                               .init = declared.init,
                               .space = pod.subject.space,
                               .runtime_class = pod.subject.runtime_class};
  assume_device(declared, one);
  // The pod's subject serves each in turn: it may be large.
  pod.subject.container = declared.name;
  pod.subject.devices.clear();
  if (one.device) pod.subject.devices.push_back({.path = kSomeDevice, .type = "c"});
  decide(pod.subject, one);
  const bool refused = one.decision.outcome == nri::Outcome::refused && one.decision.rule.empty();
  one.passed_over = refused && asks_for_all(pod.subject);
  return one;
}

base::Result<void> Checking::take(nri::DeclaredPod& pod, const std::string& file) {
  check_.needs_node_memory = check_.needs_node_memory || asks_for_share(pod.subject);
  if (pod.containers.size() > kMostContainers - count_)
    return std::unexpected(base::Error{.code = base::Code::malformed,
                                       .message = base::format("more than {} containers", kMostContainers),
                                       .suggestion = "Ask about fewer manifests at a time."});
  count_ += pod.containers.size();
  std::vector<report::CheckedContainer> all;
  all.reserve(pod.containers.size());
  for (const nri::DeclaredContainer& declared : pod.containers) all.push_back(checked(pod, declared));
  const bool any_rule = std::ranges::any_of(all, [](const auto& one) { return !one.decision.rule.empty(); });
  for (report::CheckedContainer& one : all) {
    one.file = file;
    one.passed_over = one.passed_over && any_rule;
    if (auto said = say(std::move(one)); !said) return said;
  }
  for (std::string& why : pod.lost)
    if (auto said = say(report::LostAnnotation{.object = pod.owner, .source = pod.source, .why = std::move(why)}); !said)
      return said;
  return {};
}

base::Result<void> Checking::print_piece(const std::string& text) {
  const std::string top = started_ ? "" : report::nri_policy_text(check_, style_);
  started_ = true;
  return print(top + text);
}

base::Result<void> Checking::say(report::CheckedContainer one) {
  const nri::Outcome outcome = one.decision.outcome;
  bad_ = bad_ || outcome == nri::Outcome::rejected || (outcome == nri::Outcome::refused && !one.passed_over);
  if (!options_.output.json) return print_piece(report::nri_container_text(one, style_));
  containers_.push_back(std::move(one));
  return {};
}

base::Result<void> Checking::say(report::LostAnnotation one) {
  bad_ = true;
  if (!options_.output.json) return print_piece(report::nri_lost_text(one, style_));
  lost_.push_back(std::move(one));
  return {};
}

base::Error no_container(const ManifestInputs& inputs) {
  return {.code = base::Code::malformed,
          .message = base::format("no container in {}", inputs.files().size() == 1 ? base::one_line(inputs.files()[0].name)
                                                                                   : std::string("these files")),
          .suggestion = "A pod, or an object with a pod template (spec.containers), is what is asked about."};
}

}  // namespace

base::Result<Exit> run_nri_check(const NriCheckOptions& options) {
  const auto policy = chosen_policy(options);
  if (!policy) return std::unexpected(policy.error());
  const auto memory = node_memory(options);
  if (!memory) return std::unexpected(memory.error());
  const auto inputs = ManifestInputs::of(options.operands);
  if (!inputs) return std::unexpected(inputs.error());
  Checking checking(options, *policy, *memory);
  auto read = each_document(*inputs, Documents::all, [&](const Document& document, const Origin& origin) {
    return nri::each_declared_pod(document, origin, options.space,
                                  [&](nri::DeclaredPod& pod) { return checking.take(pod, origin.file); });
  });
  if (!read) return std::unexpected(read.error());
  if (!checking.any()) return std::unexpected(no_container(*inputs));
  return checking.end();
}

}  // namespace railhead::cli
