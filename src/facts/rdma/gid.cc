#include "facts/rdma/gid.h"

#include <algorithm>

#include "base/format.h"

namespace railhead::facts {
namespace {

constexpr std::size_t kGroups = 8;

/// 0..15, or 16 for what is no hexadecimal digit.
constexpr unsigned digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

unsigned group(const Gid& gid, std::size_t index) { return gid.bytes[2 * index] * 256U + gid.bytes[2 * index + 1]; }

struct Run {
  std::size_t start = kGroups;
  std::size_t length = 0;
};

/// The run of zero groups that "::" stands for: the longest, of equal ones the first, and never a single group (RFC 5952, 4.2).
Run longest_zero_run(const Gid& gid) {
  Run best;
  for (std::size_t start = 0; start < kGroups; ++start) {
    std::size_t length = 0;
    while (start + length < kGroups && group(gid, start + length) == 0) ++length;
    if (length > 1 && length > best.length) best = {start, length};
  }
  return best;
}

std::string ipv6_text(const Gid& gid) {
  const Run gap = longest_zero_run(gid);
  std::string text;
  for (std::size_t at = 0; at < kGroups; ++at) {
    if (at == gap.start) {
      text += "::";
      at += gap.length - 1;
      continue;
    }
    if (!text.empty() && text.back() != ':') text += ':';
    text += base::format("{:x}", group(gid, at));
  }
  return text;
}

}  // namespace

const char* name(GidType type) {
  switch (type) {
    case GidType::ib: return "IB";
    case GidType::roce_v1: return "RoCE v1";
    case GidType::roce_v2: return "RoCE v2";
  }
  return "IB";
}

std::optional<Gid> parse_gid(std::string_view text) {
  constexpr std::size_t kLength = 39;
  if (text.size() != kLength) return std::nullopt;
  Gid gid;
  for (std::size_t index = 0; index < kGroups; ++index) {
    const std::string_view part = text.substr(5 * index, 4);
    if (index > 0 && text[5 * index - 1] != ':') return std::nullopt;
    const unsigned digits[] = {digit(part[0]), digit(part[1]), digit(part[2]), digit(part[3])};
    if (std::ranges::max(digits) > 15) return std::nullopt;
    gid.bytes[2 * index] = static_cast<std::uint8_t>(digits[0] << 4 | digits[1]);
    gid.bytes[2 * index + 1] = static_cast<std::uint8_t>(digits[2] << 4 | digits[3]);
  }
  return gid;
}

bool is_zero(const Gid& gid) { return gid == Gid{}; }

bool is_link_local(const Gid& gid) { return gid.bytes[0] == 0xfe && (gid.bytes[1] & 0xc0) == 0x80; }

bool is_ipv4(const Gid& gid) {
  return std::ranges::all_of(gid.bytes.begin(), gid.bytes.begin() + 10, [](std::uint8_t byte) { return byte == 0; }) &&
         gid.bytes[10] == 0xff && gid.bytes[11] == 0xff;
}

bool is_autoconf(const Gid& gid) { return is_ipv4(gid) && gid.bytes[12] == 169 && gid.bytes[13] == 254; }

std::uint32_t ipv4_of(const Gid& gid) {
  return std::uint32_t{gid.bytes[12]} << 24 | std::uint32_t{gid.bytes[13]} << 16 | std::uint32_t{gid.bytes[14]} << 8 |
         std::uint32_t{gid.bytes[15]};
}

std::string text(const Gid& gid) {
  if (is_ipv4(gid)) return base::format("{}.{}.{}.{}", gid.bytes[12], gid.bytes[13], gid.bytes[14], gid.bytes[15]);
  return ipv6_text(gid);
}

}  // namespace railhead::facts
