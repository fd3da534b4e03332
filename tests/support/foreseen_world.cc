#include "tests/support/foreseen_world.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "flow/survey/surveyed.h"

namespace railhead::test {
namespace {

using nlohmann::json;
using namespace facts;

constexpr const char* kSource = "/api";

Known<bool> truth(const json& value) {
  if (value.is_boolean()) return {value.get<bool>(), kSource};
  return Known<bool>(Missing{Why::denied, value.get<std::string>()}, kSource);
}

/// A list that `read` fills, or why it is not known.
template <class T, class Read>
void list(const json& all, const char* name, Known<std::vector<T>>& into, const Read& read) {
  if (!all.contains(name)) return;
  const json& value = all.at(name);
  if (value.is_string()) {
    into = Known<std::vector<T>>(Missing{Why::denied, value.get<std::string>()}, std::string(kSource) + "/" + name);
    return;
  }
  std::vector<T> items;
  for (const auto& [key, item] : value.items()) items.push_back(read(key, item));
  into = {std::move(items), std::string(kSource) + "/" + name};
}

Taint taint_of(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const std::size_t equal = text.find('=');
  const bool has_value = equal != std::string::npos && equal < colon;
  return {text.substr(0, has_value ? equal : colon), has_value ? text.substr(equal + 1, colon - equal - 1) : "",
          text.substr(colon + 1)};
}

SurveyedNode node_of(const std::string& name, const json& item) {
  SurveyedNode node{.name = name, .ready = item.value("ready", true), .schedulable = item.value("schedulable", true)};
  if (item.contains("labels")) node.labels = item.at("labels").get<std::map<std::string, std::string>>();
  for (const json& one : item.value("taints", json::array())) node.taints.push_back(taint_of(one.get<std::string>()));
  const json has_of_it = item.value("has", json::object());
  for (const auto& [resource, amount] : has_of_it.items()) {
    NodeAmount has{.name = resource, .capacity = amount.get<std::uint64_t>(), .allocatable = amount.get<std::uint64_t>()};
    if (item.contains("used")) has.requested = item.at("used").value(resource, std::uint64_t{0});
    node.amounts.push_back(has);
  }
  return node;
}

SurveyedObject network_of(const std::string& name, const json& item) {
  const std::size_t slash = name.find('/');
  json object = {{"apiVersion", "k8s.cni.cncf.io/v1"},
                 {"kind", "NetworkAttachmentDefinition"},
                 {"metadata", {{"name", name.substr(slash + 1)}, {"namespace", name.substr(0, slash)}}},
                 {"spec", {{"config", item.value("config", json::object()).dump()}}}};
  if (item.contains("resource")) object["metadata"]["annotations"]["k8s.v1.cni.cncf.io/resourceName"] = item.at("resource");
  return {.kind = "NetworkAttachmentDefinition",
          .space = name.substr(0, slash),
          .name = name.substr(slash + 1),
          .text = object.dump(),
          .source = "/nads/" + name};
}

WantedPods pods_of(const std::string& job, const json& item) {
  WantedPods pods{.owner = item.value("owner", "StatefulSet/" + job), .count = item.value("count", std::uint64_t{1})};
  const json requests_of_it = item.value("requests", json::object());
  for (const auto& [name, amount] : requests_of_it.items()) pods.requests.push_back({name, amount.get<std::uint64_t>()});
  pods.selector = item.value("selector", std::map<std::string, std::string>());
  pods.nodes = item.value("nodes", std::vector<std::string>());
  pods.running = item.value("running", std::map<std::string, std::uint64_t>());
  for (const json& one : item.value("tolerations", json::array()))
    pods.tolerations.push_back(
        {one.value("key", ""), one.value("operator", "Equal"), one.value("value", ""), one.value("effect", "")});
  return pods;
}

WantedNetwork wanted_network(const std::string& space, const json& item) {
  WantedNetwork network{.space = item.value("space", space),
                        .name = item.at("name").get<std::string>(),
                        .resource = item.value("resource", ""),
                        .subnet = item.value("subnet", ""),
                        .exclude = {},
                        .mtu = item.value("mtu", 0U)};
  network.made = item.value("made", false);
  network.types = item.value("types", std::vector<std::string>());
  network.ipam = item.value("ipam", std::vector<std::string>());
  if (item.contains("found_mtu")) network.found_mtu = item.at("found_mtu").get<std::uint32_t>();
  return network;
}

WantedJob job_of(const json& item) {
  WantedJob job{.name = item.value("name", "train"), .space = item.value("space", "team-a"), .file = "railhead.yaml:3"};
  job.rdma = item.value("rdma", true);
  job.memlock = item.value("memlock", "ipc-lock");
  job.account = item.value("account", "train");
  job.scc = item.value("scc", "");
  job.scc_made = item.value("scc_made", false);
  job.rdma_resources = item.value("rdma_resources", std::vector<std::string>());
  for (const json& one : item.value("pods", json::array())) job.pods.push_back(pods_of(job.name, one));
  for (const json& one : item.value("networks", json::array())) job.networks.push_back(wanted_network(job.space, one));
  for (const json& one : item.value("objects", json::array()))
    job.objects.push_back({.kind = one.value("kind", "secret"),
                           .name = one.value("name", ""),
                           .use = "for its pods",
                           .optional = one.value("optional", false),
                           .there = truth(one.at("there"))});
  const json claims_of_it = item.value("claims", json::object());
  for (const auto& [name, chosen] : claims_of_it.items()) job.claims.push_back({name, chosen.get<std::string>()});
  for (const json& one : item.value("apis", json::array()))
    job.apis.push_back({one.value("name", ""), one.value("version", ""), one.value("kind", "")});
  return job;
}

void read_lists(const json& all, Survey& survey) {
  list(all, "nodes", survey.nodes, node_of);
  list(all, "networks", survey.networks, network_of);
  survey.networks_of = all.value("networks_of", std::vector<std::string>());
  list(all, "stack", survey.stack, [](const std::string& part, const json& item) {
    return StackPart{.part = part,
                     .object = "DaemonSet kube-system/" + part,
                     .image = {},
                     .wanted = item.at(1).get<std::uint64_t>(),
                     .ready = item.at(0).get<std::uint64_t>()};
  });
  list(all, "storage", survey.storage, [](const std::string& name, const json& item) {
    return StorageClass{.name = name, .provisioner = "example/csi", .is_default = item.get<bool>()};
  });
  list(all, "sccs", survey.constraints, [](const std::string& name, const json& item) {
    SurveyedConstraint one{.object = {.kind = "SecurityContextConstraints", .name = name, .source = "/sccs/" + name},
                           .ipc_lock = item.value("ipc_lock", false),
                           .privileged = item.value("privileged", false)};
    if (item.contains("account_may")) one.account_may = truth(item.at("account_may"));
    return one;
  });
  const json apis_of_it = all.value("apis", json::object());
  for (const auto& [name, versions] : apis_of_it.items()) {
    using Versions = Known<std::vector<std::string>>;
    survey.apis.push_back({name, versions.is_string() ? Versions(Missing{Why::denied, versions.get<std::string>()}, kSource)
                                                      : Versions(versions.get<std::vector<std::string>>(), kSource)});
  }
}

void read_quotas(const json& all, Preflight& preflight) {
  list(all, "quotas", preflight.survey.space.quotas, [&](const std::string&, const json& item) {
    QuotaUse use{.quota = item.value("quota", "gpus"),
                 .resource = item.value("resource", ""),
                 .hard = item.value("hard", ""),
                 .used = item.value("used", ""),
                 .left = item.value("left", std::uint64_t{0}),
                 .wanted = item.value("wanted", std::uint64_t{0}),
                 .scoped = item.value("scoped", false)};
    preflight.quotas.push_back(use);
    return Quota{.name = use.quota, .amounts = {}};
  });
}

}  // namespace

Preflight foreseen_world(const std::string& text) {
  const json all = json::parse(text, nullptr, false);
  if (all.is_discarded()) {
    std::fprintf(stderr, "no JSON: %s\n", text.c_str());
    std::exit(1);
  }
  Preflight preflight;
  preflight.survey.program = all.value("program", "kubectl");
  preflight.survey.space.name = "team-a";
  preflight.survey.pods = {SurveyedPods{}, "/api/v1/pods"};
  if (all.contains("pods")) preflight.survey.pods = Known<SurveyedPods>(Missing{Why::denied, "no right"}, "/api/v1/pods");
  if (all.contains("openshift")) preflight.survey.openshift = truth(all.at("openshift"));
  if (all.contains("native_ulimits")) preflight.survey.native_ulimits = truth(all.at("native_ulimits"));
  preflight.survey.kubernetes = {"v1.31.4", "/version"};
  read_lists(all, preflight.survey);
  read_quotas(all, preflight);
  for (const json& one : all.value("jobs", json::array())) preflight.jobs.push_back(job_of(one));
  for (const json& one : all.value("trials", json::array()))
    preflight.trials.push_back({.what = one.value("what", ""),
                                .pod = one.value("pod", false),
                                .by = one.value("by", "you"),
                                .taken = truth(one.at("taken")),
                                .said = one.value("said", ""),
                                .fix = one.value("fix", ""),
                                .quota = one.value("quota", false)});
  flow::read_objects(preflight.survey);
  return preflight;
}

}  // namespace railhead::test
