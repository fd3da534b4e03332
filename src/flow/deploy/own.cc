#include "flow/deploy/own.h"

#include <algorithm>
#include <ranges>

#include "base/format.h"

namespace railhead::flow {

std::string owner_of(const std::string& space, const std::string& job) { return base::format("TrainingJob/{}/{}", space, job); }

kube::Owned leftovers(const kube::Client& client, const std::string& owner, const std::string& space,
                      const std::vector<Item>& items) {
  kube::Owned owned = kube::owned_by(client, owner, space);
  std::erase_if(owned.objects, [&](const kube::Live& live) {
    return live.ending || std::ranges::any_of(items, [&](const Item& item) {
             return item.kind->kind == live.kind && item.name == live.name && item.space == live.space;
           });
  });
  return owned;
}

std::vector<Removed> remove_all(const kube::Client& client, const std::vector<kube::Live>& objects, const Removing& how) {
  std::vector<Removed> all;
  for (const kube::Live& object : objects | std::views::reverse) {
    if (!how.wanted()) break;
    Removed removed{.object = object};
    if (object.kind == "PersistentVolumeClaim" && !how.volumes) {
      removed.why = "kept with its data; --volumes deletes it";
    } else if (!how.dry_run) {
      const auto done = kube::remove(client, *kube::kind_named(object.kind), object.space, object.name);
      if (!done) removed.why = done.error().said;
    }
    how.done(removed);
    all.push_back(std::move(removed));
  }
  return all;
}

}  // namespace railhead::flow
