#include "manifest/render/cluster/grant.h"

#include <utility>

#include "manifest/pod/typed.h"
#include "manifest/scc/object/written.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest::render {
namespace {

constexpr const char* kRbac = "rbac.authorization.k8s.io";

/// The depth is that of an SCC that the program wrote.
Tree tree_of(const Value& value) {
  if (value.is(NodeKind::mapping)) {
    Members members;
    for (const auto& [key, member] : value.members()) members.emplace_back(key.text().value_or(""), tree_of(member));
    return mapping(std::move(members));
  }
  if (value.is(NodeKind::sequence)) {
    std::vector<Tree> items;
    for (const Value& item : value.items()) items.push_back(tree_of(item));
    return sequence(std::move(items));
  }
  return {.text = value.text().value_or(""), .is_text = scalar_type(value) == ScalarType::text};
}

bool is_nothing(const Value& value) { return value.is(NodeKind::scalar) && scalar_type(value) == ScalarType::null; }

}  // namespace

// One writer knows how each field of an SCC is written; this only gives its text other metadata.
Members constraint_object(const scc::Constraint& constraint, const Tree& metadata) {
  scc::Constraint bare = constraint;
  bare.users.clear();
  bare.groups.clear();
  const Parsed parsed = parse_yaml(scc::manifest_of(bare));
  Members members;
  if (parsed.documents.empty()) return members;
  for (const auto& [key, value] : Value(parsed.documents[0]).members()) {
    const std::string name = key.text().value_or("");
    if (name == "metadata")
      members.emplace_back(name, metadata);
    else if (!is_nothing(value))
      members.emplace_back(name, tree_of(value));
  }
  return members;
}

Members use_role(const std::string& constraint, Tree metadata) {
  return {{"apiVersion", word("rbac.authorization.k8s.io/v1")},
          {"kind", word("Role")},
          {"metadata", std::move(metadata)},
          {"rules", sequence({mapping({{"apiGroups", words({"security.openshift.io"})},
                                       {"resources", words({"securitycontextconstraints"})},
                                       {"resourceNames", words({constraint})},
                                       {"verbs", words({"use"})}})})}};
}

Members use_binding(const std::string& role, const std::string& account, const std::string& space, Tree metadata) {
  return {{"apiVersion", word("rbac.authorization.k8s.io/v1")},
          {"kind", word("RoleBinding")},
          {"metadata", std::move(metadata)},
          {"roleRef", mapping({{"apiGroup", word(kRbac)}, {"kind", word("Role")}, {"name", word(role)}})},
          {"subjects",
           sequence({mapping({{"kind", word("ServiceAccount")}, {"name", word(account)}, {"namespace", word(space)}})})}};
}

}  // namespace railhead::manifest::render
