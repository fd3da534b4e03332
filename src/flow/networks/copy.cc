#include "flow/networks/copy.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/line_diff.h"
#include "base/text.h"
#include "flow/networks/cleaned.h"
#include "kube/in_url.h"
#include "kube/posted.h"
#include "kube/survey/objects.h"
#include "kube/survey/reading.h"

namespace railhead::flow {
namespace {

using Json = nlohmann::json;
using Networks = std::map<std::string, Json>;  // by name
using report::CopyState;
using report::NetworkCopy;

constexpr std::size_t kMostNetworks = 2000;

std::string path_in(const std::string& space) { return kube::path_of(kube::kAttachments, space); }

base::Error failed_to(const kube::Client& client, const std::string& what, const kube::Failure& failure) {
  return kube::error_of(failure, what, client.program());
}

/// Those of both namespaces; what they are called is the key.
base::Result<std::pair<Networks, Networks>> networks_of(const kube::Client& client, const CopyWish& wish) {
  std::pair<Networks, Networks> both;
  const auto into = [](Networks& networks) {
    return [&networks](const Json& object) {
      const std::string name = kube::text_at(object, {"metadata", "name"});
      if (!name.empty() && networks.size() < kMostNetworks) networks[name] = object;
    };
  };
  const auto answers = kube::asked(
      client, {{.path = path_in(wish.from), .take = into(both.first)}, {.path = path_in(wish.to), .take = into(both.second)}});
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (!answers[i])
      return std::unexpected(failed_to(client, base::format("read the networks of namespace {}", i == 0 ? wish.from : wish.to),
                                       answers[i].error()));
  return both;
}

base::Result<std::vector<std::string>> wanted(const CopyWish& wish, const Networks& from) {
  std::vector<std::string> all;
  for (const auto& [name, object] : from) all.push_back(name);
  std::ranges::sort(all, base::natural_less);
  if (wish.names.empty()) return all;
  std::vector<std::string> names;
  std::vector<std::string> missing;
  for (const std::string& name : wish.names) {
    if (!from.contains(name)) missing.push_back(name);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  if (missing.empty()) return names;
  return std::unexpected(
      base::Error{.code = base::Code::usage,
                  .message = base::format("namespace {} has no network {}", wish.from, base::listed(missing)),
                  .cause = "",
                  .suggestion = all.empty() ? base::format("It has none at all.") : "It has " + base::listed(all, 32) + "."});
}

struct Planned {
  NetworkCopy copy;
  kube::Posted post;
};

Planned planned(const CopyWish& wish, const std::string& name, const Json& source, const Networks& there) {
  Json object = cleaned(source, wish.to);
  Planned plan{.copy = {.name = name}, .post = {.path = path_in(wish.to), .body = ""}};
  const auto existing = there.find(name);
  std::string before;
  if (existing != there.end()) {
    const bool same = same_network(existing->second, object);
    plan.copy.state = same ? CopyState::equal : wish.force ? CopyState::replaced : CopyState::conflict;
    plan.copy.maker = maker_of(existing->second);
    plan.post.path += "/" + kube::in_url(name);
    plan.post.replaces = true;
    before = shown_lines(cleaned(existing->second, wish.to));
  }
  if (plan.copy.state != CopyState::equal) plan.copy.diff = base::line_diff(before, shown_lines(object));
  // Whoever changes it in the meantime is not overwritten: the server compares the version.
  if (existing != there.end())
    object["metadata"]["resourceVersion"] = kube::text_at(existing->second, {"metadata", "resourceVersion"});
  plan.post.body = object.dump(-1, ' ', false, Json::error_handler_t::replace);
  return plan;
}

/// Sends those that are to be written; `dry`: the server keeps nothing.
std::vector<kube::Answer<Json>> sent(const kube::Client& client, const std::vector<Planned*>& plans, bool dry) {
  std::vector<kube::Posted> posts;
  for (const Planned* plan : plans) {
    posts.push_back(plan->post);
    if (dry) posts.back().path += "?dryRun=All";
  }
  return kube::posted(client, posts);
}

base::Result<void> write(const kube::Client& client, const CopyWish& wish, const std::vector<Planned*>& plans) {
  const auto tried = sent(client, plans, true);
  for (std::size_t i = 0; i < tried.size(); ++i)
    if (!tried[i])
      return std::unexpected(
          failed_to(client, base::format("write {}/{} (nothing was written)", wish.to, plans[i]->copy.name), tried[i].error()));
  if (wish.dry_run == DryRun::server) return {};
  const auto answers = sent(client, plans, false);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i]) continue;
    plans[i]->copy.state = CopyState::failed;
    plans[i]->copy.why = answers[i].error().said;
  }
  return {};
}

}  // namespace

base::Result<report::NetworksCopy> copied(const kube::Client& client, const CopyWish& wish) {
  auto both = networks_of(client, wish);
  if (!both) return std::unexpected(both.error());
  const auto names = wanted(wish, both->first);
  if (!names) return std::unexpected(names.error());
  std::vector<Planned> plans;
  for (const std::string& name : *names) plans.push_back(planned(wish, name, both->first[name], both->second));

  report::NetworksCopy copy{.from = wish.from, .to = wish.to, .dry_run = wish.dry_run != DryRun::no};
  std::vector<Planned*> writes;
  bool refused = false;
  for (Planned& plan : plans) {
    refused = refused || plan.copy.state == CopyState::conflict;
    if (plan.copy.state != CopyState::equal) writes.push_back(&plan);
  }
  if (!refused && !writes.empty() && wish.dry_run != DryRun::client)
    if (auto done = write(client, wish, writes); !done) return std::unexpected(done.error());
  for (Planned& plan : plans) copy.networks.push_back(std::move(plan.copy));
  return copy;
}

}  // namespace railhead::flow
