#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "manifest/facts/origin.h"
#include "manifest/pod/typed.h"
#include "manifest/scc/world.h"
#include "manifest/yaml/document.h"

/// The objects beside SCCs that decide on admission, field by field. What is wrong is noted in the section's findings.
namespace railhead::manifest::scc {

enum class Kind : std::uint8_t { other, constraint, space, role, cluster_role, binding, cluster_binding, account, driver };

/// `list`: a List, or a list of the kind. The error says that an SCC has an apiVersion which it cannot have.
struct Described {
  Kind kind = Kind::other;
  bool list = false;
  std::optional<base::Error> error = {};
};

/// What an object is by its kind and apiVersion; without a kind it is what the list is of in which it stands.
Described described_kind(const Value& object, const Origin& origin, Kind of_list);

struct ObjectName {
  std::string space = {};
  std::string name = {};
};

/// metadata.name, and the namespace of kinds that have one. No name is noted as an error.
ObjectName name_of(Section& object, Kind kind, std::string_view default_space);

Namespace namespace_of(Section& object, const ObjectName& name);
Role role_of(Section& object, const ObjectName& name, bool cluster);
Binding binding_of(Section& object, const ObjectName& name, bool cluster);
ServiceAccount service_account_of(Section& object, const ObjectName& name);
CsiDriver csi_driver_of(Section& object, const ObjectName& name);

}  // namespace railhead::manifest::scc
