#include "cli/scc/batch_world.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "cli/manifest/yaml_json.h"
#include "manifest/pod/typed.h"
#include "manifest/scc/object/written.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "manifest/yaml/yaml.h"

namespace railhead::cli {
namespace {

using Json = nlohmann::ordered_json;
using manifest::NodeKind;
using manifest::Origin;
using manifest::Value;

constexpr const char* kRbac = "rbac.authorization.k8s.io";

base::Error malformed(const Value& value, const Origin& origin, std::string_view what) {
  return {.code = base::Code::malformed, .message = base::format("{}: {}", origin.place(value), what)};
}

Json object_of(const manifest::scc::Constraint& constraint) {
  const manifest::Parsed parsed = manifest::parse_yaml(manifest::scc::manifest_of(constraint));
  return parsed.documents.empty() ? Json::object() : json_of(Value(parsed.documents[0]));
}

std::string text(const Json& object, const char* key, const std::string& otherwise = "") {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

Json list(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : Json::array();
}

Json member(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? Json() : *found;
}

/// "group system:authenticated", "system:serviceaccount:NS:NAME", "the service account NAME" (of the pod's namespace), or a
/// user.
Json subject(std::string words, const std::string& space) {
  constexpr std::string_view kGroup = "group ";
  constexpr std::string_view kAccount = "the service account ";
  constexpr std::string_view kFull = "system:serviceaccount:";
  if (words.starts_with(kGroup)) return {{"kind", "Group"}, {"name", words.substr(kGroup.size())}, {"apiGroup", kRbac}};
  if (words.starts_with(kAccount))
    return {{"kind", "ServiceAccount"}, {"name", words.substr(kAccount.size())}, {"namespace", space}};
  const std::size_t colon = words.find(':', kFull.size());
  if (words.starts_with(kFull) && colon != std::string::npos)
    return {{"kind", "ServiceAccount"},
            {"name", words.substr(colon + 1)},
            {"namespace", words.substr(kFull.size(), colon - kFull.size())}};
  return {{"kind", "User"}, {"name", std::move(words)}, {"apiGroup", kRbac}};
}

/// The SCCs, then the namespace, then each grant as a role of its own with its binding.
class ShortWorld {
 public:
  explicit ShortWorld(const Json& world) : world_(world), space_(text(member(world, "namespace"), "name")) {}

  base::Result<Json> objects(const Value& value, const Origin& origin) {
    if (auto stock = add_stock(value, origin); !stock) return std::unexpected(stock.error());
    for (const Json& custom : list(world_, "customSccs")) add_constraint(custom);
    Json space = member(world_, "namespace");
    if (space.is_object()) objects_.push_back({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", std::move(space)}});
    for (const Json& name : list(world_, "usableThroughSystemAuthenticated"))
      add_grant({{"kind", "ClusterRoleBinding"}, {"rule", use_of(name)}, {"subject", "group system:authenticated"}});
    for (const Json& grant : list(world_, "grants")) add_grant(grant);
    return std::move(objects_);
  }

 private:
  static Json use_of(const Json& name) {
    return {{"apiGroups", {"security.openshift.io"}},
            {"resources", {"securitycontextconstraints"}},
            {"resourceNames", Json::array({name})},
            {"verbs", {"use"}}};
  }

  base::Result<void> add_stock(const Value& value, const Origin& origin) {
    manifest::scc::World stock;
    if (auto added = manifest::scc::add_stock(stock, ""); !added) return added;
    // Those that it changes are named there, or apart.
    Json names = list(world_, "stockSccs");
    for (const Json& changed : list(world_, "stockSccsChanged"))
      if (Json name = member(changed, "name"); std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    for (const Json& name : names) {
      const auto found = std::ranges::find_if(stock.constraints, [&](const auto& one) { return name == one.name; });
      if (found == stock.constraints.end())
        return std::unexpected(
            malformed(value["stockSccs"], origin,
                      base::format("stockSccs: OpenShift comes with no SCC {}", base::one_line(name.dump().substr(0, 80)))));
      Json object = object_of(*found);
      for (const Json& changed : list(world_, "stockSccsChanged"))
        if (member(changed, "name") == name) apply(object, changed);
      objects_.push_back(std::move(object));
    }
    return {};
  }

  static void apply(Json& object, const Json& fields) {
    for (const auto& [key, field] : fields.items())
      if (key != "name") object[key] = field;
  }

  void add_constraint(const Json& fields) {
    if (!fields.is_object()) return;
    Json object = {{"apiVersion", "security.openshift.io/v1"},
                   {"kind", "SecurityContextConstraints"},
                   {"metadata", {{"name", member(fields, "name")}}}};
    apply(object, fields);
    objects_.push_back(std::move(object));
  }

  void add_grant(const Json& grant) {
    const std::string name = base::format("grant-{}", grants_++);
    const std::string kind = text(grant, "roleKind", "ClusterRole");
    Json rule = member(grant, "rule");
    if (rule.is_null()) rule = {{"apiGroups", {"*"}}, {"resources", {"*"}}, {"verbs", {"*"}}};
    Json role = {{"name", name}};
    Json binding = role;
    if (const std::string space = text(grant, "inNamespace"); !space.empty()) {
      binding["namespace"] = space;
      if (kind == "Role") role["namespace"] = space;
    }
    const std::string version = std::string(kRbac) + "/v1";
    objects_.push_back(
        {{"apiVersion", version}, {"kind", kind}, {"metadata", std::move(role)}, {"rules", Json::array({rule})}});
    objects_.push_back({{"apiVersion", version},
                        {"kind", text(grant, "kind")},
                        {"metadata", std::move(binding)},
                        {"roleRef", {{"apiGroup", kRbac}, {"kind", kind}, {"name", name}}},
                        {"subjects", Json::array({subject(text(grant, "subject"), space_)})}});
  }

  const Json& world_;
  std::string space_;
  Json objects_ = Json::array();
  int grants_ = 0;
};

manifest::scc::Creator creator_of(const Json& creator) {
  if (creator.is_string()) return {.user = creator.get<std::string>()};
  manifest::scc::Creator read{.user = text(creator, "user", text(creator, "name"))};
  for (const Json& group : list(creator, "groups"))
    if (group.is_string()) read.groups.push_back(group.get<std::string>());
  return read;
}

/// What was put together is text again, so that one reader reads all worlds.
base::Result<void> add(manifest::scc::World& world, const Json& objects, const Origin& origin) {
  const Json all = {{"apiVersion", "v1"}, {"kind", "List"}, {"items", objects}};
  const std::string text = all.dump(-1, ' ', false, Json::error_handler_t::replace);
  const manifest::Parsed parsed = manifest::parse_yaml(text);
  if (!parsed.errors.empty())
    return std::unexpected(
        base::Error{.code = base::Code::malformed,
                    .message = base::format("{}: the world makes no objects: {}", origin.file, parsed.errors[0].message)});
  for (const manifest::Document& document : parsed.documents)
    if (auto added = manifest::scc::add_objects(world, document, {.file = origin.file}); !added) return added;
  return {};
}

}  // namespace

bool is_short_world(const Value& value) {
  return value.is(NodeKind::mapping) && !value["kind"] &&
         (value["stockSccs"] || value["customSccs"] || value["grants"] || value["namespace"]);
}

base::Result<BatchWorld> batch_world(const Value& value, const Origin& origin) {
  BatchWorld read;
  Json world = json_of(value);
  Json objects = Json::array();
  if (is_short_world(value)) {
    auto made = ShortWorld(world).objects(value, origin);
    if (!made) return std::unexpected(made.error());
    objects = *std::move(made);
    read.space = text(member(world, "namespace"), "name");
    read.creator = creator_of(member(world, "creator"));
  } else if (world.is_array()) {
    objects = std::move(world);
  } else if (world.is_object() && world.contains("kind")) {
    objects.push_back(std::move(world));
  } else {
    return std::unexpected(malformed(value, origin,
                                     "expected a world: objects of Kubernetes, or stockSccs, customSccs, grants, "
                                     "namespace and creator"));
  }
  if (auto added = add(read.world, objects, origin); !added) return std::unexpected(added.error());
  if (read.space.empty() && read.world.namespaces.size() == 1) read.space = read.world.namespaces[0].name;
  return read;
}

}  // namespace railhead::cli
