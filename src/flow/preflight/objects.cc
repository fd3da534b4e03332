#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "flow/preflight/cluster.h"
#include "kube/objects/pods.h"
#include "manifest/yaml/yaml.h"

namespace railhead::flow {
namespace {

using facts::Known;
using facts::Missing;
using facts::Preflight;
using facts::WantedJob;
using facts::WantedNetwork;
using facts::WantedObject;
using facts::Why;
using kube::Trouble;
using manifest::Value;

/// `get KIND NAME -o name` prints the name alone.
Known<bool> is_there(const kube::Client& client, const WantedJob& job, const WantedObject& object) {
  const std::string source = base::format("get {} {} -n {} -o name", object.kind, object.name, job.space);
  const kube::Said said = client.say({"get", object.kind, object.name, "--namespace=" + job.space, "-o", "name"});
  if (said) return {true, source};
  const kube::Failure& failure = said.error();
  if (failure.trouble == Trouble::not_found) return {false, source};
  const Why why = failure.trouble == Trouble::forbidden ? Why::denied : Why::unavailable;
  return Known<bool>(Missing{why, base::one_line(failure.said)}, source);
}

Known<bool> account_there(const facts::Survey& survey, const std::string& name) {
  const auto& accounts = survey.space.accounts;
  if (!accounts) return Known<bool>(accounts.missing(), accounts.source());
  return {std::ranges::find(*accounts, name) != accounts->end(), accounts.source()};
}

/// "mtu" of a plugin of the definition: macvlan has one, tuning behind the others too.
std::optional<std::uint32_t> mtu_in(const std::string& text) {
  const manifest::Parsed outer = manifest::parse_yaml(text);
  if (outer.documents.empty()) return std::nullopt;
  const manifest::Parsed inner =
      manifest::parse_yaml(Value(outer.documents.front())["spec"]["config"].text().value_or(""), 4096);
  if (inner.documents.empty()) return std::nullopt;
  const Value config(inner.documents.front());
  std::optional<std::int64_t> mtu = config["mtu"].integer();
  for (const Value& plugin : config["plugins"].items())
    if (const auto one = plugin["mtu"].integer()) mtu = one;
  if (!mtu || *mtu <= 0 || *mtu > 65536) return std::nullopt;
  return static_cast<std::uint32_t>(*mtu);
}

bool runs(const kube::PodState& pod) {
  return !pod.node.empty() && pod.phase != kube::Phase::succeeded && pod.phase != kube::Phase::failed;
}

}  // namespace

void find_objects(const kube::Client& client, Preflight& preflight) {
  const facts::SurveyedSpace& space = preflight.survey.space;
  for (WantedJob& job : preflight.jobs) {
    const bool none = space.exists.is(false);
    if (none && !job.space_made)
      job.objects.insert(job.objects.begin(),
                         WantedObject{.kind = "namespace", .name = job.space, .use = "for all of its objects"});
    for (WantedObject& object : job.objects) {
      if (none)
        object.there = {false, space.exists.source()};
      else
        object.there =
            object.kind == "serviceaccount" ? account_there(preflight.survey, object.name) : is_there(client, job, object);
    }
  }
}

void find_running(const kube::Client& client, Preflight& preflight) {
  for (WantedJob& job : preflight.jobs) {
    const std::string selector = base::format("app.kubernetes.io/instance={},app.kubernetes.io/managed-by=railhead", job.name);
    const auto pods = kube::pods_of(client, job.space, selector);
    if (!pods) continue;  // whoever may not list them is told what others hold together with it
    for (const kube::PodState& pod : *pods) {
      if (!runs(pod)) continue;
      const bool launcher = pod.name.find("-launcher") != std::string::npos;
      for (facts::WantedPods& one : job.pods)
        if (one.owner.ends_with(" Launcher") == launcher) ++one.running[pod.node];
    }
  }
}

void find_mtus(Preflight& preflight) {
  if (!preflight.survey.networks) return;
  for (WantedJob& job : preflight.jobs)
    for (WantedNetwork& network : job.networks)
      for (const facts::SurveyedObject& object : *preflight.survey.networks)
        if (!network.made && object.space == network.space && object.name == network.name)
          network.found_mtu = mtu_in(object.text);
}

}  // namespace railhead::flow
