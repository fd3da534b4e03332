#include "text/nccl/log_line.h"

#include <algorithm>

#include "base/text.h"
#include "text/begins.h"

namespace railhead::text {
namespace {

constexpr std::string_view kName = "NCCL ";

bool is_level(std::string_view text) { return begins(text, "INFO ") || begins(text, "WARN "); }

LogLine parts(std::string_view line, std::size_t level) {
  const std::size_t name = level >= kName.size() && line.substr(level - kName.size(), kName.size()) == kName ? kName.size() : 0;
  return {.prefix = line.substr(0, level - name), .message = line.substr(level + 5), .warning = line[level] == 'W'};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The digits that end at `end`; moves `end` before them.
std::string_view digits_before(std::string_view text, std::size_t& end) {
  const std::size_t last = end;
  while (end > 0 && is_digit(text[end - 1])) --end;
  return text.substr(end, last - end);
}

constexpr std::size_t kLongestHost = 255;  // of a name in the DNS

bool is_host_character(char c) { return static_cast<unsigned char>(c) > ' ' && c != ']' && c != ')' && c != '('; }

}  // namespace

std::optional<LogLine> usual_log_line(std::string_view line) {
  for (std::size_t at = line.find(']'); at != std::string_view::npos; at = line.find(']', at + 1)) {
    const std::string_view rest = line.substr(at + 1);
    if (begins(rest, " NCCL ") && is_level(rest.substr(6))) return parts(line, at + 7);
  }
  return std::nullopt;
}

std::optional<LogLine> log_line(std::string_view line) {
  for (std::size_t at = line.find(kName); at != std::string_view::npos; at = line.find(kName, at + 1))
    if (is_level(line.substr(at + kName.size()))) return parts(line, at + kName.size());
  const std::size_t bracket = line.find("] ");  // NCCL 2.2
  if (bracket == std::string_view::npos || !writer_of(line.substr(0, bracket + 2))) return std::nullopt;
  for (const std::string_view level : {"INFO ", "WARN "})
    if (const std::size_t at = line.find(level, bracket); at != std::string_view::npos && at - bracket < 64)
      return parts(line, at);
  return std::nullopt;
}

std::optional<Writer> writer_of(std::string_view prefix) {
  // The bracket with the device is the last "[N]" that follows "host:pid:tid ".
  for (std::size_t close = prefix.rfind(']'); close != std::string_view::npos && close > 0;
       close = prefix.rfind(']', close - 1)) {
    std::size_t at = close;
    const std::string_view device = digits_before(prefix, at);
    if (device.empty() || device.size() > 5 || at < 2 || prefix[at - 1] != '[' || prefix[at - 2] != ' ') continue;
    at -= 2;
    if (digits_before(prefix, at).empty() || at == 0 || prefix[at - 1] != ':') continue;
    --at;
    const std::string_view process = digits_before(prefix, at);
    if (process.empty() || at == 0 || prefix[at - 1] != ':') continue;
    --at;
    std::size_t start = at;
    while (start > 0 && at - start <= kLongestHost && is_host_character(prefix[start - 1])) --start;
    std::string_view host = prefix.substr(start, at - start);
    // "<stdout>:node-a" and "[trainer3]:node-a": a launcher's word before the name.
    if (const std::size_t colon = host.rfind(':'); colon != std::string_view::npos) host.remove_prefix(colon + 1);
    if (host.empty() || host.size() > kLongestHost) continue;
    return Writer{.host = host,
                  .process = base::unsigned_number(process).value_or(0),
                  .device = static_cast<unsigned>(base::unsigned_number(device).value_or(0))};
  }
  return std::nullopt;
}

}  // namespace railhead::text
