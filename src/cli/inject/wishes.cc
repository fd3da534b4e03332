#include "cli/inject/wishes.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "cli/inject/profile.h"
#include "cli/words.h"
#include "facts/cluster/quantity.h"

namespace railhead::cli {
namespace {

using manifest::MemlockWay;

base::Error wrong(const char* option, const std::string& text, const char* expected) {
  return {.code = base::Code::usage,
          .message = base::format("{} '{}' is not {}", option, base::one_line(text.substr(0, 128)), expected),
          .cause = "",
          .suggestion = ""};
}

/// A name as Kubernetes has them (RFC 1123), with dots where it is one of a domain.
bool is_name(std::string_view text) {
  const auto good = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.'; };
  return !text.empty() && text.size() <= 253 && std::ranges::all_of(text, good) && text.front() != '-' && text.back() != '-';
}

/// "openshift.io/eno5np0rdma": a domain, a slash and a name.
bool is_resource(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || !is_name(text.substr(0, slash))) return false;
  const std::string_view rest = text.substr(slash + 1);
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  };
  return !rest.empty() && rest.size() <= 63 && std::ranges::all_of(rest, good);
}

base::Result<manifest::NetworkWish> network_of(const std::string& text) {
  manifest::NetworkWish wish;
  const std::size_t equals = text.find('=');
  std::string name = text.substr(0, equals);
  if (equals != std::string::npos) wish.resource = text.substr(equals + 1);
  if (const std::size_t slash = name.find('/'); slash != std::string::npos) {
    wish.space = name.substr(0, slash);
    name.erase(0, slash + 1);
  }
  wish.name = name;
  const bool good = is_name(name) && (wish.space.empty() || is_name(wish.space)) &&
                    (equals == std::string::npos || is_resource(wish.resource));
  if (!good) return std::unexpected(wrong("--network", text, "[NAMESPACE/]NAME[=DOMAIN/RESOURCE]"));
  return wish;
}

base::Result<manifest::ResourceWish> resource_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  manifest::ResourceWish wish{.name = text.substr(0, equals)};
  const auto amount =
      equals == std::string::npos ? std::optional<std::uint64_t>(1) : base::unsigned_number(text.substr(equals + 1));
  if (!is_resource(wish.name) || !amount || *amount == 0)
    return std::unexpected(wrong("--resource", text, "DOMAIN/RESOURCE[=N]"));
  wish.amount = *amount;
  return wish;
}

template <class Wish>
base::Result<void> take_all(const std::vector<std::string>& texts, base::Result<Wish> (*read)(const std::string&),
                            std::vector<Wish>& wishes) {
  if (!texts.empty()) wishes.clear();
  for (const std::string& text : texts) {
    auto wish = read(text);
    if (!wish) return std::unexpected(wish.error());
    wishes.push_back(*std::move(wish));
  }
  return {};
}

base::Result<void> take_shm(const std::string& text, manifest::ShmWish& shm) {
  if (text.empty()) return {};
  shm = {.wanted = text != "none", .size = text == "none" || text == "auto" ? "" : text};
  if (!shm.size.empty() && !facts::parse_quantity(shm.size))
    return std::unexpected(wrong("--shm", text, "auto, none or a size (16Gi)"));
  return {};
}

}  // namespace

void add_wishes(CLI::App& command, InjectOptions& options) {
  command
      .add_option("--network", options.networks,
                  "Attach this network, and ask for a unit of RESOURCE; repeatable, twice for two devices of one network")
      ->check(not_empty())
      ->option_text("[NS/]NAME[=RESOURCE]");
  command.add_option("--resource", options.resources, "Ask for N of it (1) in limits and requests; repeatable")
      ->check(not_empty())
      ->option_text("NAME[=N]");
  command
      .add_option("--profile", options.profile, "Networks, resources and the rest from a ClusterProfile; options win over it")
      ->check(not_empty())
      ->option_text("FILE");
  command
      .add_option("--memlock-via", options.memlock,
                  "How the job gets to pin memory: ipc-lock (default), sys-resource, launcher, nri, native, none")
      ->transform(one_of({{"ipc-lock", static_cast<int>(MemlockWay::ipc_lock)},
                          {"sys-resource", static_cast<int>(MemlockWay::sys_resource)},
                          {"launcher", static_cast<int>(MemlockWay::launcher)},
                          {"nri", static_cast<int>(MemlockWay::nri)},
                          {"native", static_cast<int>(MemlockWay::native)},
                          {"none", static_cast<int>(MemlockWay::none)}}))
      ->option_text("WAY");
  command.add_option("--memlock-size", options.memlock_size, "The limit that nri and native set (nri: none at all)")
      ->check(not_empty())
      ->option_text("SIZE");
  command.add_option("--service-account", options.service_account, "Where the pod names none")
      ->check(not_empty())
      ->option_text("NAME");
  command.add_option("--shm", options.shm, "/dev/shm in memory: auto (default, half of the memory limit), none, or a size")
      ->check(not_empty())
      ->option_text("auto|none|SIZE");
  command.add_flag(
      "--launcher", options.launcher,
      "Start the command by 'railhead exec', which an init container installs: it finds the devices where the job runs");
  command
      .add_option("--launcher-image", options.launcher_image,
                  "The image that has railhead (default: railhead:" RAILHEAD_VERSION ")")
      ->check(not_empty())
      ->option_text("IMAGE");
  command
      .add_option("--container", options.containers,
                  "Work on the containers of this name (default: those that ask for GPUs); repeatable")
      ->check(not_empty())
      ->option_text("NAME");
  command
      .add_option("--pod-path", options.pod_paths,
                  "Where a kind that is not known has its pod template: spec.worker.template; repeatable")
      ->option_text("PATH");
  command.add_option("--mode", options.tcp, "rdma (default), or tcp: no devices and networks, and NCCL is told to use sockets")
      ->transform(one_of({{"rdma", 0}, {"tcp", 1}}))
      ->option_text("rdma|tcp");
  command.add_flag("--no-env", options.no_environment, "Add no variables");
  command.add_flag("--no-placement", options.no_placement,
                   "Leave affinity, podManagementPolicy, subdomain and services as they are");
}

base::Result<manifest::Wishes> wishes_of(const InjectOptions& options) {
  manifest::Wishes wishes;
  if (!options.profile.empty()) {
    auto profile = read_profile(options.profile);
    if (!profile) return std::unexpected(profile.error());
    wishes = *std::move(profile);
  }
  if (auto done = take_all(options.networks, network_of, wishes.networks); !done) return std::unexpected(done.error());
  if (auto done = take_all(options.resources, resource_of, wishes.resources); !done) return std::unexpected(done.error());
  if (auto done = take_shm(options.shm, wishes.shm); !done) return std::unexpected(done.error());
  if (!options.memlock_size.empty() && !facts::parse_quantity(options.memlock_size))
    return std::unexpected(wrong("--memlock-size", options.memlock_size, "a size (64Gi)"));
  if (!options.service_account.empty() && !is_name(options.service_account))
    return std::unexpected(wrong("--service-account", options.service_account, "a name"));
  if (options.memlock >= 0) wishes.memlock = static_cast<MemlockWay>(options.memlock);
  if (!options.memlock_size.empty()) wishes.memlock_size = options.memlock_size;
  if (!options.service_account.empty()) wishes.service_account = options.service_account;
  if (!options.launcher_image.empty()) wishes.launcher_image = options.launcher_image;
  if (wishes.launcher_image.empty()) wishes.launcher_image = "railhead:" RAILHEAD_VERSION;
  wishes.tcp = options.tcp;
  wishes.launcher = wishes.launcher || options.launcher;
  wishes.environment = !options.no_environment;
  wishes.placement = !options.no_placement;
  wishes.containers = options.containers;
  wishes.pod_paths = options.pod_paths;
  return wishes;
}

}  // namespace railhead::cli
