#include "cli/inject/profile.h"

#include <array>

#include "base/format.h"
#include "base/text.h"
#include "cli/output.h"
#include "manifest/yaml/yaml.h"

namespace railhead::cli {
namespace {

using manifest::MemlockWay;
using manifest::NodeKind;
using manifest::Value;

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

struct WayName {
  std::string_view name;
  MemlockWay way;
};
constexpr std::array<WayName, 6> kWays = {{{"ipc-lock", MemlockWay::ipc_lock},
                                           {"sys-resource", MemlockWay::sys_resource},
                                           {"launcher", MemlockWay::launcher},
                                           {"nri", MemlockWay::nri},
                                           {"native", MemlockWay::native},
                                           {"none", MemlockWay::none}}};

base::Error wrong(const std::string& path, const Value& value, std::string expected) {
  return {.code = base::Code::malformed,
          .message = base::format("{}:{}:{}: expected {}", base::one_line(path), value.line(), value.column(), expected),
          .cause = "",
          .suggestion = ""};
}

base::Result<void> take_memlock(const std::string& path, const Value& value, manifest::Wishes& wishes) {
  const auto name = value.view();
  if (!name) return {};
  for (const WayName& way : kWays)
    if (way.name == *name) {
      wishes.memlock = way.way;
      return {};
    }
  return std::unexpected(wrong(path, value, "ipc-lock, sys-resource, launcher, nri, native or none"));
}

base::Result<void> take_rail(const std::string& path, const Value& rail, manifest::Wishes& wishes) {
  std::string network = rail["network"].text().value_or("");
  const std::string resource = rail["resource"].text().value_or("");
  if (network.empty() && resource.empty())
    return std::unexpected(wrong(path, rail, "a rail with a network, a resource, or both"));
  if (network.empty()) {
    wishes.resources.push_back({.name = resource});
    return {};
  }
  manifest::NetworkWish wish{.resource = resource};
  if (const std::size_t slash = network.find('/'); slash != std::string::npos) {
    wish.space = network.substr(0, slash);
    network.erase(0, slash + 1);
  }
  wish.name = network;
  wishes.networks.push_back(std::move(wish));
  return {};
}

}  // namespace

base::Result<manifest::Wishes> read_profile(const std::string& path) {
  const auto text = read_input(path, kMostBytes);
  if (!text) return std::unexpected(text.error());
  const manifest::Parsed parsed = manifest::parse_yaml(*text);
  if (!parsed.errors.empty())
    return std::unexpected(base::Error{.code = base::Code::malformed,
                                       .message = base::format("{}:{}:{}: {}", base::one_line(path), parsed.errors[0].line,
                                                               parsed.errors[0].column, parsed.errors[0].message),
                                       .cause = "",
                                       .suggestion = ""});
  manifest::Wishes wishes;
  for (const manifest::Document& document : parsed.documents) {
    const Value root(document);
    const auto kind = root["kind"].view();
    if (kind != "ClusterProfile" && kind != "TrainingJob") continue;
    const Value cluster = kind == "TrainingJob" ? root["spec"]["cluster"] : root["spec"];
    if (!cluster.is(NodeKind::mapping)) continue;
    for (const Value& rail : cluster["rails"].items())
      if (auto done = take_rail(path, rail, wishes); !done) return std::unexpected(done.error());
    const Value memlock = cluster["memlock"];
    if (auto done = take_memlock(path, memlock.is(NodeKind::mapping) ? memlock["via"] : memlock, wishes); !done)
      return std::unexpected(done.error());
    wishes.service_account = cluster["serviceAccount"].text().value_or("");
    wishes.launcher_image = cluster["launcherImage"].text().value_or("");
    return wishes;
  }
  return std::unexpected(
      base::Error{.code = base::Code::malformed,
                  .message = base::format("{}: expected a ClusterProfile", base::one_line(path)),
                  .cause = "no document in it has kind: ClusterProfile, or a TrainingJob that describes its cluster",
                  .suggestion = ""});
}

}  // namespace railhead::cli
