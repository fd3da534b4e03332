#include "kube/objects/live.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "kube/objects/json.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

}  // namespace

Live live_of(const Json& object) {
  const Json& metadata = member(object, "metadata");
  return {.kind = text_of(object, "kind"),
          .space = text_of(metadata, "namespace"),
          .name = text_of(metadata, "name"),
          .owner = text_of(member(metadata, "annotations"), kOwnerAnnotation.data()),
          .version = text_of(metadata, "resourceVersion"),
          .ending = !text_of(metadata, "deletionTimestamp").empty()};
}

Answer<std::optional<Live>> live(const Client& client, const Kind& kind, const std::string& space, const std::string& name) {
  const auto object = object_at(client, path_of(kind, space, name));
  if (object) return live_of(*object);
  if (object.error().trouble == Trouble::not_found || object.error().trouble == Trouble::not_served) return std::nullopt;
  return std::unexpected(object.error());
}

Owned owned_by(const Client& client, const std::string& owner, const std::string& space) {
  const auto all = kinds();
  std::vector<std::vector<Live>> found(all.size());
  std::vector<Asked> lists;
  for (std::size_t i = 0; i < all.size(); ++i)
    lists.push_back({.path = path_of(all[i], space) + "?labelSelector=app.kubernetes.io%2Fmanaged-by%3Drailhead",
                     .take = [&, i](const Json& object) {
                       Live one = live_of(object);
                       one.kind = all[i].kind;  // items of a list do not say it
                       if (one.owner == owner) found[i].push_back(std::move(one));
                     }});
  const std::vector<Answer<void>> answers = asked(client, lists);
  Owned owned;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::ranges::move(found[i], std::back_inserter(owned.objects));
    if (!answers[i] && answers[i].error().trouble != Trouble::not_served)
      owned.unread.emplace_back(&all[i], answers[i].error());
  }
  return owned;
}

Answer<Live> apply(const Client& client, const std::string& text, const Applying& how) {
  std::vector<std::string> words = {
      "apply", "--server-side", base::format("--field-manager={}", kFieldManager), "-o", "json", "-f", "-"};
  if (how.dry_run) words.emplace_back("--dry-run=server");
  if (how.force) words.emplace_back("--force-conflicts");
  const Said said = client.say(std::move(words), text);
  if (!said) return std::unexpected(said.error());
  const Json object = Json::parse(*said, nullptr, false);
  if (object.is_discarded()) return std::unexpected(Failure{.said = "the answer is no JSON"});
  return live_of(object);
}

Answer<void> remove(const Client& client, const Kind& kind, const std::string& space, const std::string& name) {
  std::vector<std::string> words = {"delete", resource_of(kind), name, "--ignore-not-found", "--wait=false"};
  if (!kind.of_cluster) words.push_back("--namespace=" + space);
  const Said said = client.say(std::move(words));
  if (!said && said.error().trouble != Trouble::not_served) return std::unexpected(said.error());
  return {};
}

}  // namespace railhead::kube
