// Texts about a cluster: every kind reads the whole text as its block, shown or not.
#include "text/cluster/cluster_texts.h"

#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

text::Block block_of(std::string_view pasted) {
  text::Block block{.file = "paste", .lines = {}};
  for (const std::string_view line : base::lines(pasted))
    block.lines.push_back({.text = std::string(line), .number = block.lines.size() + 1});
  return block;
}

/// The source of a fact is a line of the text.
void claim_placed(const std::string& source, const text::Block& block) {
  fuzz::claim(source.starts_with("paste:"), "a fact names the file");
  const auto line = base::unsigned_number(std::string_view(source).substr(6));
  fuzz::claim(line && *line >= 1 && *line <= block.lines.size(), "a fact names a line of it");
}

void claim_short(const std::string& text) {
  fuzz::claim_readable(text);
  fuzz::claim(text.size() <= 2048 && text.find('\n') == std::string::npos, "a text is short and one line");
}

void claim_event(const facts::ClusterEvent& event, const text::Block& block) {
  claim_placed(event.source, block);
  for (const std::string* text : {&event.name_space, &event.pod, &event.network, &event.resource, &event.plugin, &event.pci,
                                  &event.netdev, &event.reason, &event.text})
    claim_short(*text);
  for (const std::string& taint : event.nodes.taints) claim_short(taint);
  for (const std::string& name : event.not_granted) claim_short(name);
  fuzz::claim(event.denials.size() <= 256, "denials are bounded");
  for (const facts::SccDenial& denial : event.denials) {
    fuzz::claim(!denial.path.empty(), "a denial has a path");
    for (const std::string* text : {&denial.constraint, &denial.path, &denial.value, &denial.why}) claim_short(*text);
  }
}

void claim_node(const facts::ClusterNode& node, const text::Block& block) {
  claim_placed(node.source, block);
  for (const facts::NodeResource& resource : node.resources) {
    claim_placed(resource.source, block);
    claim_short(resource.name);
    fuzz::claim(resource.capacity || resource.allocatable, "a resource has a number");
  }
}

}  // namespace

RAILHEAD_FUZZ(pasted) {
  const text::Block block = block_of(pasted);
  for (const text::Kind& kind : text::cluster_texts()) {
    for (const text::Line& line : block.lines) {
      kind.shows(line.text);
      kind.continues(line.text);
    }
    facts::Cluster cluster;
    kind.read_cluster(block, cluster);
    for (const facts::ClusterEvent& event : cluster.events) claim_event(event, block);
    for (const facts::ClusterNode& node : cluster.nodes) claim_node(node, block);
  }
}
