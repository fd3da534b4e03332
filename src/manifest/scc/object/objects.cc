#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/format.h"
#include "manifest/pod/typed.h"
#include "manifest/scc/object/kinds.h"
#include "manifest/scc/read.h"

namespace railhead::manifest::scc {
namespace {

constexpr std::size_t kMostObjects = 65536;
constexpr std::size_t kMostUnknown = 64;
constexpr std::size_t kDeepestList = 8;
/// Items of lists that are looked at in one document, and entries of lists in all its objects: aliases make many of few lines.
constexpr std::size_t kMostItems = std::size_t{1} << 18U;
constexpr std::size_t kMostEntriesOfDocument = std::size_t{2} << 20U;
constexpr std::size_t kMostTextOfDocument = std::size_t{64} << 20U;

std::size_t objects_in(const World& world) {
  return world.constraints.size() + world.namespaces.size() + world.roles.size() + world.bindings.size() +
         world.service_accounts.size() + world.csi_drivers.size();
}

std::string key_of(const Constraint& object) { return base::format("scc {}", object.name); }
std::string key_of(const Namespace& object) { return base::format("namespace {}", object.name); }
std::string key_of(const CsiDriver& object) { return base::format("driver {}", object.name); }
std::string key_of(const ServiceAccount& object) { return base::format("account {} {}", object.space, object.name); }
std::string key_of(const Role& object) {
  return base::format("{} {} {}", object.cluster ? "cluster role" : "role", object.space, object.name);
}
std::string key_of(const Binding& object) {
  return base::format("{} {} {}", object.cluster ? "cluster binding" : "binding", object.space, object.name);
}

template <class T>
void index(World& world, const std::vector<T>& objects) {
  for (std::size_t i = 0; i < objects.size(); ++i) world.places[key_of(objects[i])] = i;
}

/// Others than this file may have added to the world.
void renew_places(World& world) {
  if (world.places.size() == objects_in(world)) return;
  world.places.clear();
  index(world, world.constraints);
  index(world, world.namespaces);
  index(world, world.roles);
  index(world, world.bindings);
  index(world, world.service_accounts);
  index(world, world.csi_drivers);
}

template <class T>
void put(World& world, std::vector<T>& objects, T object) {
  const auto [place, is_new] = world.places.try_emplace(key_of(object), objects.size());
  if (is_new) {
    objects.push_back(std::move(object));
  } else {
    objects[place->second] = std::move(object);
  }
}

base::Error too_many(const Origin& origin, const Value& value, std::string_view what) {
  return {.code = base::Code::malformed, .message = base::format("{}: {}", origin.place(value), what)};
}

/// An object of a list: `kind` is what the list is of, if it says so.
struct Item {
  Value value = {};
  Kind kind = Kind::other;
  std::size_t depth = 0;
};

/// Walks over the objects of a document.
class Reader {
 public:
  Reader(World& world, const Origin& origin, std::string_view default_space)
      : world_(world), origin_(origin), default_space_(default_space) {}

  base::Result<void> read(const Document& document) {
    std::vector<Item> left = {{.value = Value(document)}};
    std::size_t looked_at = 0;
    while (!left.empty()) {
      const Item item = left.back();
      left.pop_back();
      if (++looked_at > kMostItems) return std::unexpected(too_many(origin_, item.value, "too many objects in lists"));
      const Described described = described_kind(item.value, origin_, item.kind);
      if (described.error) return std::unexpected(*described.error);
      if (described.list) {
        if (auto done = open(item, described.kind, left); !done) return done;
      } else if (auto done = add(item.value, described.kind); !done) {
        return done;
      }
    }
    return {};
  }

 private:
  /// Puts the items of a list on the stack, the last one first.
  base::Result<void> open(const Item& list, Kind kind, std::vector<Item>& left) const {
    if (list.depth >= kDeepestList) return std::unexpected(too_many(origin_, list.value, "lists stand too deep in lists"));
    const std::vector<Value> items = list.value["items"].items();
    if (left.size() + items.size() > kMostItems)
      return std::unexpected(too_many(origin_, list.value, "too many objects in lists"));
    left.reserve(left.size() + items.size());
    for (auto item = items.rbegin(); item != items.rend(); ++item)
      left.push_back({.value = *item, .kind = kind, .depth = list.depth + 1});
    return {};
  }

  base::Result<void> add(const Value& value, Kind kind) {
    if (kind == Kind::other) return {};
    if (kind == Kind::constraint) {
      base::Result<Constraint> read = constraint_of(value, origin_);
      if (!read) return std::unexpected(std::move(read.error()));
      note(read->unknown_fields);
      for (const auto* list : {&read->users, &read->groups, &read->allowed_capabilities, &read->required_drops,
                               &read->default_capabilities, &read->volumes, &read->seccomp_profiles, &read->flex_volumes})
        count(*list);
      put(world_, world_.constraints, std::move(*read));
    } else {
      Findings findings;
      Section object(value, "", origin_, findings);
      add_other(object, kind);
      if (findings.error) return std::unexpected(std::move(*findings.error));
      note(findings.unknown);
      entries_ += findings.entries;
      bytes_ += findings.bytes;
    }
    if (objects_in(world_) > kMostObjects)
      return std::unexpected(
          too_many(origin_, value, base::format("more than {} objects that admission asks for", kMostObjects)));
    if (entries_ > kMostEntriesOfDocument || bytes_ > kMostTextOfDocument)
      return std::unexpected(too_many(origin_, value, "the lists of this document have too many entries in all"));
    return {};
  }

  void add_other(Section& object, Kind kind) {
    const ObjectName name = name_of(object, kind, default_space_);
    if (name.name.empty()) return;
    switch (kind) {
      case Kind::space: return put(world_, world_.namespaces, namespace_of(object, name));
      case Kind::role:
      case Kind::cluster_role: return put(world_, world_.roles, role_of(object, name, kind == Kind::cluster_role));
      case Kind::binding:
      case Kind::cluster_binding: return put(world_, world_.bindings, binding_of(object, name, kind == Kind::cluster_binding));
      case Kind::account: return put(world_, world_.service_accounts, service_account_of(object, name));
      case Kind::driver: return put(world_, world_.csi_drivers, csi_driver_of(object, name));
      case Kind::constraint:
      case Kind::other: return;
    }
  }

  void count(const std::vector<std::string>& list) {
    entries_ += list.size();
    for (const std::string& text : list) bytes_ += text.size();
  }

  void note(const std::vector<std::string>& fields) {
    for (const std::string& field : fields)
      if (world_.unknown_fields.size() < kMostUnknown) world_.unknown_fields.push_back(field);
  }

  World& world_;
  const Origin& origin_;
  std::string_view default_space_;
  std::size_t entries_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

base::Result<void> add_objects(World& world, const Document& document, const Origin& origin, std::string_view default_space) {
  renew_places(world);
  return Reader(world, origin, default_space).read(document);
}

}  // namespace railhead::manifest::scc
