#include "manifest/scc/object/kinds.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest::scc {
namespace {

constexpr const char* kCsiProfile = "security.openshift.io/csi-ephemeral-volume-profile";

/// Which kinds matter, and the groups of their API. OpenShift has the objects of RBAC, and namespaces as projects, under names
/// of its own too; before 3.6 they and SCCs were in the group without a name.
struct KnownKind {
  std::string_view name;
  std::string_view group;
  Kind kind;
};

constexpr const char* kRbac = "rbac.authorization.k8s.io";
constexpr const char* kOwnRbac = "authorization.openshift.io";

constexpr std::array<KnownKind, 18> kKinds = {{
    {"SecurityContextConstraints", "security.openshift.io", Kind::constraint},
    {"SecurityContextConstraints", "", Kind::constraint},
    {"Namespace", "", Kind::space},
    {"Project", "project.openshift.io", Kind::space},
    {"Role", kRbac, Kind::role},
    {"Role", kOwnRbac, Kind::role},
    {"Role", "", Kind::role},
    {"ClusterRole", kRbac, Kind::cluster_role},
    {"ClusterRole", kOwnRbac, Kind::cluster_role},
    {"ClusterRole", "", Kind::cluster_role},
    {"RoleBinding", kRbac, Kind::binding},
    {"RoleBinding", kOwnRbac, Kind::binding},
    {"RoleBinding", "", Kind::binding},
    {"ClusterRoleBinding", kRbac, Kind::cluster_binding},
    {"ClusterRoleBinding", kOwnRbac, Kind::cluster_binding},
    {"ClusterRoleBinding", "", Kind::cluster_binding},
    {"ServiceAccount", "", Kind::account},
    {"CSIDriver", "storage.k8s.io", Kind::driver},
}};

std::string_view group_of(std::string_view api_version) {
  const std::size_t slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

Kind kind_named(std::string_view name, std::string_view group) {
  const auto found =
      std::ranges::find_if(kKinds, [&](const KnownKind& known) { return known.name == name && known.group == group; });
  return found == kKinds.end() ? Kind::other : found->kind;
}

bool has_space(Kind kind) { return kind == Kind::role || kind == Kind::binding || kind == Kind::account; }

std::vector<std::string> names(Section& section, const char* key) {
  return section.texts(key).value_or(std::vector<std::string>());
}

PolicyRule rule_of(Section& rule) {
  PolicyRule read{.api_groups = names(rule, "apiGroups"),
                  .resources = names(rule, "resources"),
                  .resource_names = names(rule, "resourceNames"),
                  .verbs = names(rule, "verbs")};
  for (const char* key : {"nonResourceURLs", "attributeRestrictions"}) rule.passed(key);
  rule.end();
  return read;
}

Subject subject_of(Section& subject) {
  Subject read{.kind = subject.text("kind").value_or(""),
               .name = subject.text("name").value_or(""),
               .space = subject.text("namespace").value_or("")};
  if (read.kind == "SystemUser") read.kind = "User";
  if (read.kind == "SystemGroup") read.kind = "Group";
  return read;
}

void pass(Section& object) {
  for (const char* key : {"apiVersion", "kind", "metadata"}) object.passed(key);
}

}  // namespace

Described described_kind(const Value& object, const Origin& origin, Kind of_list) {
  const auto kind = object["kind"].view();
  if (!kind) return {.kind = of_list};
  const std::string_view version = object["apiVersion"].view().value_or("");
  const std::string_view group = group_of(version);
  constexpr std::string_view kList = "List";
  if (kind->ends_with(kList) && object["items"].is(NodeKind::sequence))
    return {.kind = kind_named(kind->substr(0, kind->size() - kList.size()), group), .list = true};
  const Kind known = kind_named(*kind, group);
  const bool is_constraint = *kind == "SecurityContextConstraints";
  const bool right = version == "v1" || version == "security.openshift.io/v1" || (version.empty() && of_list == known);
  if (!is_constraint || (known == Kind::constraint && right)) return {.kind = known};
  const std::string shown = base::one_line(std::string(version.substr(0, 64)));
  return {.error =
              base::Error{.code = base::Code::malformed,
                          .message = base::format("{}: apiVersion: SecurityContextConstraints have security.openshift.io/v1, "
                                                  "found \"{}\"",
                                                  origin.place(object), shown)}};
}

ObjectName name_of(Section& object, Kind kind, std::string_view default_space) {
  Section metadata = object.section("metadata");
  ObjectName name{.name = metadata.text("name").value_or("")};
  if (name.name.empty()) object.refuse_because(metadata.value(), "metadata.name", "expected a name");
  if (has_space(kind)) name.space = metadata.text("namespace").value_or(std::string(default_space));
  return name;
}

Namespace namespace_of(Section& object, const ObjectName& name) {
  Section metadata = object.section("metadata");
  return {.name = name.name,
          .labels = metadata.words("labels"),
          .annotations = metadata.words("annotations"),
          .source = object.place()};
}

Role role_of(Section& object, const ObjectName& name, bool cluster) {
  pass(object);
  Role role{.cluster = cluster, .space = name.space, .name = name.name, .source = object.place()};
  std::vector<Section> rules = object.sections("rules");
  role.rules.reserve(rules.size());
  std::ranges::transform(rules, std::back_inserter(role.rules), rule_of);
  role.aggregated = object.passed("aggregationRule");
  object.end();
  return role;
}

Binding binding_of(Section& object, const ObjectName& name, bool cluster) {
  pass(object);
  Binding binding{.cluster = cluster, .space = name.space, .name = name.name, .source = object.place()};
  Section role = object.section("roleRef");
  const std::string kind = role.text("kind").value_or("");
  // OpenShift's own API tells the two kinds of role by the namespace.
  binding.cluster_role = kind.empty() ? role.text("namespace").value_or("").empty() : kind == "ClusterRole";
  binding.role = role.text("name").value_or("");
  std::vector<Section> subjects = object.sections("subjects");
  binding.subjects.reserve(subjects.size());
  std::ranges::transform(subjects, std::back_inserter(binding.subjects), subject_of);
  for (const char* key : {"userNames", "groupNames"}) object.passed(key);
  object.end();
  return binding;
}

ServiceAccount service_account_of(Section& object, const ObjectName& name) {
  return {.space = name.space,
          .name = name.name,
          .automount_token = object.boolean("automountServiceAccountToken"),
          .source = object.place()};
}

CsiDriver csi_driver_of(Section& object, const ObjectName& name) {
  const auto labels = object.section("metadata").words("labels");
  const auto level = labels.find(kCsiProfile);
  if (level == labels.end()) return {.name = name.name};
  return {.name = name.name, .ephemeral_level = level->second};
}

}  // namespace railhead::manifest::scc
