#include "launch/user.h"

#include <algorithm>
#include <optional>

#include "base/format.h"
#include "base/text.h"

namespace railhead::launch {
namespace {

using Fields = std::vector<std::string_view>;

std::optional<std::uint32_t> number_of(std::string_view text) {
  const std::optional<std::uint64_t> number = base::unsigned_number(text);
  // The largest means "no change" to setresuid(2).
  if (!number || *number >= 0xffffffff) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

/// The line of a colon-separated file whose name or number (third field) is `wanted`; empty when there is none.
Fields entry_of(std::string_view file, std::string_view wanted, std::size_t fields) {
  for (const std::string_view line : base::lines(file)) {
    Fields parts = base::split(line, ':');
    if (parts.size() >= fields && (parts[0] == wanted || parts[2] == wanted)) return parts;
  }
  return {};
}

base::Error unknown(const char* what, std::string_view text, const char* file) {
  return {.code = base::Code::usage,
          .message = base::format("--user: there is no {} '{}'", what, base::one_line(text.substr(0, 80))),
          .cause = base::format("{} does not have it, and it is not a number", file),
          .suggestion = "Give numbers: --user 1000:1000, or --user 1000:1000,44 with supplementary groups."};
}

base::Result<std::uint32_t> gid_of(std::string_view text, std::string_view group) {
  if (const std::optional<std::uint32_t> number = number_of(text)) return *number;
  const Fields entry = entry_of(group, text, 3);
  const std::optional<std::uint32_t> gid = entry.empty() ? std::nullopt : number_of(entry[2]);
  if (!gid) return std::unexpected(unknown("group", text, "/etc/group"));
  return *gid;
}

/// The groups whose member lists name the user, the user's own among them.
std::vector<std::uint32_t> groups_of(const std::string& name, std::uint32_t gid, std::string_view group) {
  std::vector<std::uint32_t> groups = {gid};
  for (const std::string_view line : base::lines(group)) {
    const Fields parts = base::split(line, ':');
    if (parts.size() < 4 || name.empty()) continue;
    const Fields members = base::split(parts[3], ',');
    const std::optional<std::uint32_t> number = number_of(parts[2]);
    if (number && std::ranges::find(members, name) != members.end()) groups.push_back(*number);
  }
  std::ranges::sort(groups);
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  return groups;
}

}  // namespace

base::Result<Identity> parse_user(std::string_view text, std::string_view passwd, std::string_view group) {
  const std::size_t colon = text.find(':');
  const std::string_view who = text.substr(0, colon);
  const Fields entry = entry_of(passwd, who, 6);
  Identity identity;
  const std::optional<std::uint32_t> uid = number_of(entry.empty() ? who : entry[2]);
  if (!uid || who.empty()) return std::unexpected(unknown("user", who, "/etc/passwd"));
  identity.uid = *uid;
  if (!entry.empty()) {
    identity.name = entry[0];
    identity.home = entry[5];
  }
  if (colon == std::string_view::npos) {
    const std::optional<std::uint32_t> gid = entry.empty() ? std::nullopt : number_of(entry[3]);
    if (!gid)
      return std::unexpected(base::Error{.code = base::Code::usage,
                                         .message = base::format("--user {}: which group?", identity.uid),
                                         .cause = "/etc/passwd does not have this user, and none is given",
                                         .suggestion = base::format("--user {}:GID", identity.uid)});
    identity.gid = *gid;
    identity.groups = groups_of(identity.name, *gid, group);
    return identity;
  }
  for (const std::string_view part : base::split(text.substr(colon + 1), ',')) {
    const base::Result<std::uint32_t> gid = gid_of(part, group);
    if (!gid) return std::unexpected(gid.error());
    identity.groups.push_back(*gid);
  }
  identity.gid = identity.groups.front();
  std::ranges::sort(identity.groups);
  identity.groups.erase(std::unique(identity.groups.begin(), identity.groups.end()), identity.groups.end());
  return identity;
}

}  // namespace railhead::launch
