#include "finding/log/gids.h"

#include <algorithm>
#include <cerrno>

#include "base/text.h"
#include "facts/log/run.h"
#include "facts/net/address_text.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

/// "fe:80:00:00:...": sixteen parts of two digits.
std::optional<facts::Gid> by_bytes(const std::string& text) {
  constexpr std::size_t kLength = 16 * 3 - 1;
  if (text.size() != kLength) return std::nullopt;
  facts::Gid gid;
  for (std::size_t i = 0; i < gid.bytes.size(); ++i) {
    const auto value = base::unsigned_number(std::string_view(text).substr(3 * i, 2), 16);
    if (!value || (i > 0 && text[3 * i - 1] != ':')) return std::nullopt;
    gid.bytes[i] = static_cast<std::uint8_t>(*value);
  }
  return gid;
}

}  // namespace

std::optional<facts::Gid> gid_in(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (const auto gid = by_bytes(text)) return gid;
  const auto address = facts::parse_host_address(text);
  return address ? std::optional(address->value) : std::nullopt;
}

Ends ends_of(const facts::LogEvent& event) {
  if (event.fault == facts::LogFault::completion)
    return {gid_in(event.completion.local_gid), gid_in(event.completion.remote_gid), event.completion.hca};
  return {gid_in(event.call.local_gid), gid_in(event.call.remote_gid), event.call.device};
}

bool is_unreached(const facts::LogEvent& event) {
  return is_call(event, "ibv_modify_qp", ETIMEDOUT) || is_call(event, "ibv_modify_qp", ENETUNREACH) ||
         is_call(event, "ibv_modify_qp", EHOSTUNREACH);
}

bool any_unreached(const Input& input) {
  return input.log != nullptr && std::ranges::any_of(input.log->events, [](const facts::LogEvent& event) {
           return is_unreached(event) || is_completion(event, 12);
         });
}

bool same_24(const facts::Gid& one, const facts::Gid& other) {
  return facts::is_ipv4(one) && facts::is_ipv4(other) && facts::ipv4_of(one) >> 8U == facts::ipv4_of(other) >> 8U;
}

std::optional<nccl::Version> version_of(const Input& input) {
  if (input.log != nullptr && input.log->version.has())
    return input.log->rccl ? std::nullopt : nccl::parse_version(*input.log->version);
  return nccl::oldest_version(input.machine.software);
}

bool of_texts(const Input& input) { return !input.machines.empty(); }

}  // namespace railhead::check
