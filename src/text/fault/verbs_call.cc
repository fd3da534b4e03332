#include "text/fault/verbs_call.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>

#include "base/text.h"

namespace railhead::text {
namespace {

struct Words {
  std::string_view text;
  int error;
};

/// strerror(3) of glibc, in the C locale.
constexpr std::array<Words, 14> kErrors = {{{"Cannot allocate memory", ENOMEM},
                                            {"Bad address", EFAULT},
                                            {"No such device", ENODEV},
                                            {"Invalid argument", EINVAL},
                                            {"No data available", ENODATA},
                                            {"Operation not supported", EOPNOTSUPP},
                                            {"Network is unreachable", ENETUNREACH},
                                            {"Connection timed out", ETIMEDOUT},
                                            {"No route to host", EHOSTUNREACH},
                                            {"Operation not permitted", EPERM},
                                            {"Permission denied", EACCES},
                                            {"Protocol not supported", EPROTONOSUPPORT},
                                            {"No such file or directory", ENOENT},
                                            {"No space left on device", ENOSPC}}};

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

std::string word_after(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + label.size());
  return base::one_line(rest.substr(0, rest.find_first_of(" ,\t")));
}

/// "local GID index 3", "sgid_index=0"
std::optional<unsigned> gid_index_in(std::string_view text) {
  for (const std::string_view label : {"local GID index ", "sgid_index="}) {
    const std::size_t at = text.find(label);
    if (at == std::string_view::npos) continue;
    std::string_view digits = text.substr(at + label.size());
    digits = digits.substr(0, digits.find_first_not_of("0123456789"));
    const auto value = base::unsigned_number(digits);
    if (value && *value < 65536) return static_cast<unsigned>(*value);
  }
  return std::nullopt;
}

/// "failed with 110 ...", "errno 61", "returned -12": a number that is an errno.
std::optional<int> number_of(std::string_view text) {
  for (const std::string_view label : {"failed with error ", "failed with ", "errno ", "errno=", "returned -"}) {
    const std::size_t at = text.find(label);
    if (at == std::string_view::npos) continue;
    std::string_view digits = text.substr(at + label.size());
    digits = digits.substr(0, digits.find_first_not_of("0123456789"));
    const auto value = base::unsigned_number(digits);
    if (value && *value > 0 && *value < 200) return static_cast<int>(*value);
  }
  return std::nullopt;
}

/// "mlx5_0: ibv_create_cq(...)": the word before the call, when it is a device.
std::string device_before(std::string_view text) {
  if (!text.ends_with(": ")) return {};
  text.remove_suffix(2);
  const std::size_t start = text.find_last_of(" \t");
  const std::string_view word = start == std::string_view::npos ? text : text.substr(start + 1);
  const bool device =
      !word.empty() && word.size() < 64 && word.find('_') != std::string_view::npos && std::ranges::all_of(word, is_name);
  return device ? std::string(word) : "";
}

}  // namespace

std::optional<int> errno_in(std::string_view text) {
  for (const Words& words : kErrors)
    if (text.find(words.text) != std::string_view::npos) return words.error;
  return std::nullopt;
}

namespace {

/// "Failed to modify QP to RTR, ...: Connection timed out [110]": the call in a program's own words.
std::optional<facts::VerbsCall> queue_pair(std::string_view message) {
  const std::size_t at = message.find("ailed to modify QP");
  if (at == std::string_view::npos) return std::nullopt;
  const std::optional<int> error = errno_in(message.substr(at));
  if (!error) return std::nullopt;
  return facts::VerbsCall{.name = "ibv_modify_qp", .error = error};
}

}  // namespace

std::optional<facts::VerbsCall> parse_verbs_call(std::string_view message) {
  const std::size_t start = message.find("ibv_");
  if (start == std::string_view::npos) return queue_pair(message);
  std::size_t end = start;
  while (end < message.size() && is_name(message[end])) ++end;
  const std::string_view rest = message.substr(end);
  if (rest.find(", retrying ") != std::string_view::npos) return std::nullopt;  // 2.24 and later: not given up yet
  if (rest.find("fail") == std::string_view::npos && rest.find("returned") == std::string_view::npos) return std::nullopt;
  facts::VerbsCall call{.name = std::string(message.substr(start, std::min<std::size_t>(end - start, 64)))};
  call.error = number_of(rest);
  if (!call.error) call.error = errno_in(rest);
  call.device = word_after(rest, "on dev ");
  if (call.device.empty()) call.device = device_before(message.substr(0, start));
  if (call.device.empty()) call.device = word_after(rest, " connect on ");
  if (const std::size_t colon = call.device.find(':'); colon != std::string::npos) call.device.resize(colon);
  call.local_gid = word_after(rest, "local GID ");
  if (call.local_gid.starts_with("index")) call.local_gid = word_after(rest.substr(rest.find("local GID ") + 10), "local GID ");
  call.gid_index = gid_index_in(rest);
  call.remote_gid = word_after(rest, "remote GID ");
  if (call.remote_gid.empty()) call.remote_gid = word_after(rest, "dgid=");
  return call;
}

}  // namespace railhead::text
