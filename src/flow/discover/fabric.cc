#include <algorithm>
#include <map>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "flow/discover/candidates.h"
#include "flow/discover/parts.h"
#include "manifest/job/rules/rules.h"
#include "manifest/job/rules/subnets.h"

namespace railhead::flow {
namespace {

using manifest::job::Fabric;
using manifest::job::Rail;

constexpr std::size_t kMostRails = 64;

/// Networks that the namespace's pods find: its own, else those of "default", which Multus lets every namespace use.
std::vector<Candidate> within_reach(const facts::Survey& survey, std::vector<Candidate> all, Discovered& found) {
  const auto in = [&](const std::string& space) {
    std::vector<Candidate> those;
    for (const Candidate& one : all)
      if (one.rail.space == space) those.push_back(one);
    return those;
  };
  const std::string& own = survey.space.name;
  if (auto those = in(own); !those.empty()) {
    for (Candidate& one : those) one.rail.space.clear();
    return those;
  }
  auto those = in("default");
  std::set<std::string> spaces;
  for (const Candidate& one : all) spaces.insert(one.rail.space);
  if (!spaces.empty())
    found.remarks.push_back(
        base::format("Namespace {} has no rails of its own; there are some in {}. They are copied by\n"
                     "    railhead networks copy --from {} --to {}",
                     own, base::listed(std::vector<std::string>(spaces.begin(), spaces.end())),
                     base::shell_word(those.empty() ? *spaces.begin() : "default"), base::shell_word(own)));
  return those;
}

/// Rails share no subnet: what is sent to one would leave by the other. Where they do, no subnet is written.
void keep_subnets_apart(std::vector<Rail>& rails, Discovered& found) {
  for (std::size_t i = 0; i < rails.size(); ++i)
    for (std::size_t before = 0; before < i; ++before) {
      const auto one = manifest::job::subnet_of(rails[before].subnet);
      const auto other = manifest::job::subnet_of(rails[i].subnet);
      if (!one || !other || !manifest::job::overlap(*one, *other)) continue;
      found.remarks.push_back(
          base::format("{} ({}) and {} ({}) have one subnet: what is sent to one leaves by the other. Give "
                       "each its own; the profile has no subnets.",
                       rails[before].network, rails[before].subnet, rails[i].network, rails[i].subnet));
      for (Rail& rail : rails) rail.subnet.clear();
      return;
    }
}

void take(const std::vector<Candidate>& those, Discovered& found) {
  std::string evidence;
  for (const Candidate& one : those) {
    if (found.profile.rails.size() >= kMostRails) break;
    found.profile.rails.push_back(one.rail);
    evidence += base::format("\n  {}{}", one.evidence, one.doubt.empty() ? "" : "; NOT PROVEN: " + one.doubt);
  }
  keep_subnets_apart(found.profile.rails, found);
  found.profile.fabric = *those.front().fabric;
  known(found, "fabric", base::format("CNI types and policies of the rails' networks"));
  known(found, "rails", "rails:" + evidence);
  known(found, "networks", "the NetworkAttachmentDefinitions are there");
  if (std::ranges::all_of(those, &Candidate::isolated)) {
    found.profile.rdma_isolation = true;
    known(found, "rdmaIsolation", "the networks have the plugin 'rdma', which works with nothing else");
  }
}

/// The device of InfiniBand alone, which needs no interface in the pod.
bool take_shared(const facts::Survey& survey, Discovered& found) {
  std::vector<facts::SharedPool> those;
  for (const facts::SharedPool& pool : survey.shared_pools)
    if (pool.link == "infiniband" && !nodes_with(survey, pool.resource).empty()) those.push_back(pool);
  if (those.empty()) return false;
  std::string evidence;
  for (const facts::SharedPool& pool : those) {
    found.profile.rails.emplace_back().resource = pool.resource;
    evidence += base::format("\n  {}: {}, linkTypes infiniband", pool.resource, pool.source);
  }
  found.profile.fabric = Fabric::shared_infiniband;
  known(found, "fabric", "the shared device plugin has InfiniBand devices, and no network brings interfaces");
  known(found, "rails", "rails:" + evidence);
  return true;
}

/// Resources that look like RDMA devices, for one who has to choose.
std::vector<std::string> device_resources(const facts::Survey& survey) {
  std::set<std::string> names;
  if (!survey.nodes) return {};
  for (const facts::SurveyedNode& node : *survey.nodes)
    for (const facts::NodeAmount& amount : node.amounts) {
      const bool extended = amount.name.find('/') != std::string::npos && amount.allocatable.value_or(0) > 0;
      if (extended && amount.name != gpu_resource(survey)) names.insert(amount.name);
    }
  return {names.begin(), names.end()};
}

void none(const facts::Survey& survey, const std::string& why, Discovered& found) {
  std::string text = why;
  if (const auto names = device_resources(survey); !names.empty())
    text += base::format("; the nodes have other devices: {}", base::listed(names));
  left_out(found, "fabric", text);
  left_out(found, "rails", "depends on fabric");
}

std::string group_text(const std::vector<Candidate>& those) {
  std::map<std::string, std::vector<std::string>> groups;
  for (const Candidate& one : those)
    groups[one.fabric ? std::string(word_of(*one.fabric)) : "host-device of a link that is not known"].push_back(
        one.rail.network);
  std::string text;
  for (const auto& [fabric, names] : groups) text += base::format("\n  {}: {}", fabric, base::listed(names));
  return text;
}

}  // namespace

void find_fabric(const facts::Survey& survey, Discovered& found) {
  if (!survey.networks) return none(survey, not_known(survey.networks), found);
  Candidates all = candidates(survey);
  if (!all.refused.empty()) found.remarks.push_back("Networks that are no rails: " + base::joined(all.refused, "; "));
  const bool any = !all.all.empty();
  const std::vector<Candidate> those = within_reach(survey, std::move(all.all), found);
  if (those.empty()) {
    if (!any && take_shared(survey, found)) return;
    return none(survey,
                any ? "the rails that there are are in other namespaces"
                    : base::format("no network that brings RDMA into pods [{}]", survey.networks.source()),
                found);
  }
  const auto is_first = [&](const Candidate& one) { return one.fabric && one.fabric == those.front().fabric; };
  if (!std::ranges::all_of(those, is_first))
    return none(survey, "not plain, so that none is chosen:" + group_text(those), found);
  take(those, found);
}

}  // namespace railhead::flow
