// Manifests and the commands of containers: any text, as a stream of documents and as a paste.
#include <algorithm>

#include "manifest/facts/object_facts.h"
#include "manifest/yaml/yaml.h"
#include "tests/fuzz/fuzz.h"
#include "text/case.h"

using namespace railhead;

namespace {

void claim_placed(const std::string& source) { fuzz::claim(source.starts_with("paste:"), "a value has its line"); }

void claim_container(const facts::DeclaredContainer& container) {
  claim_placed(container.source);
  fuzz::claim_readable(container.name + container.image);
  fuzz::claim_told(container.security.user);
  fuzz::claim_told(container.security.privileged);
  for (const facts::ResourceRequest& request : container.resources) {
    claim_placed(request.source);
    fuzz::claim_readable(request.name);
  }
  for (const facts::HostMount& mount : container.mounts) fuzz::claim_readable(mount.outside + mount.inside);
  for (const facts::Placed& capability : container.security.capabilities) fuzz::claim_readable(capability.text);
}

void claim_object(const facts::ClusterObject& object) {
  claim_placed(object.source);
  fuzz::claim_readable(object.kind + object.name + object.space);
  for (const facts::PodTemplate& pod : object.pods) {
    fuzz::claim_readable(pod.owner);
    fuzz::claim(pod.containers.size() <= 256 && pod.networks.size() <= 256, "lists are bounded");
    for (const facts::DeclaredContainer& container : pod.containers) claim_container(container);
  }
  for (const facts::ClusterObject::Run& run : object.runs) claim_container(run.container);
  for (const facts::DevicePool& pool : object.pools) claim_placed(pool.source);
}

/// Every child of a tree is a node of it behind its parent, no key lacks its value, and every value has its bytes in the text.
void claim_tree(const manifest::Document& document, std::size_t size) {
  for (std::size_t i = 0; i < document.nodes.size(); ++i) {
    const manifest::Node& node = document.nodes[i];
    fuzz::claim(node.begin <= node.end && node.end <= size, "a value is a part of the text");
    fuzz::claim(node.text + std::size_t{node.length} <= document.texts.size(), "a scalar has its text");
    if (node.kind == manifest::NodeKind::scalar) continue;
    if (node.kind == manifest::NodeKind::alias) {
      fuzz::claim(node.first < i, "an alias names what stands before it");
      continue;
    }
    std::size_t children = 0;
    for (std::uint32_t child = node.first; child != manifest::kNoNode; child = document.nodes[child].next, ++children)
      fuzz::claim(child > i && child < document.nodes.size(), "children are nodes behind their parent");
    fuzz::claim(node.kind != manifest::NodeKind::mapping || children % 2 == 0, "keys have values");
  }
}

}  // namespace

RAILHEAD_FUZZ(pasted) {
  const manifest::Parsed parsed = manifest::parse_yaml(pasted);
  fuzz::claim(parsed.errors.size() <= 1, "one error");
  for (const manifest::YamlError& error : parsed.errors) fuzz::claim_readable(error.message);
  for (const manifest::Document& document : parsed.documents) {
    claim_tree(document, pasted.size());
    for (const facts::ClusterObject& object : manifest::objects_of(document, {.file = "paste", .numbers = {}, .cut = false}))
      claim_object(object);
  }
  text::CaseReader reader;
  reader.begin("paste");
  reader.take(pasted);
  reader.end();
  const text::Case result = reader.finish();
  fuzz::claim(result.inputs[0].unrecognised <= result.inputs[0].lines, "no more lines than there are");
  for (const facts::ClusterObject& object : result.cluster.objects) claim_object(object);
}
