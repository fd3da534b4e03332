#include "flow/deploy/items.h"

#include "base/format.h"
#include "base/text.h"
#include "kube/objects/live.h"
#include "manifest/yaml/document.h"
#include "manifest/yaml/yaml.h"

namespace railhead::flow {
namespace {

std::string owner_in(const std::string& text) {
  const manifest::Parsed parsed = manifest::parse_yaml(text);
  if (parsed.documents.empty()) return {};
  const manifest::Value root(parsed.documents.front());
  return root["metadata"]["annotations"][kube::kOwnerAnnotation].text().value_or("");
}

}  // namespace

bool Item::is_shared() const { return owner.starts_with("ClusterProfile/"); }

std::string title(const Item& item) { return base::format("{} {}", base::lowered(item.kind->kind), item.name); }

std::vector<Item> items_of(const std::vector<manifest::render::Object>& objects) {
  std::vector<Item> items;
  for (const manifest::render::Object& object : objects)
    items.push_back({.kind = kube::kind_named(object.kind),
                     .space = object.space,
                     .name = object.name,
                     .owner = owner_in(object.text),
                     .text = object.text,
                     .by_admin = object.needed_by == manifest::render::NeededBy::admin});
  return items;
}

}  // namespace railhead::flow
