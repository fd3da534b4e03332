#include "facts/host/kernel_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace railhead::facts {
namespace {

constexpr std::string_view kRemoved = "[removed]";

constexpr std::array<std::string_view, 8> kSecretWords = {"password", "passwd", "passphrase", "token",
                                                          "key",      "secret", "credential", "auth"};

/// RDMA core and drivers, GPU drivers and what joins the two. A name that ends in '_' or stands for a family is a prefix.
constexpr std::array<std::string_view, 36> kPrefixes = {
    "ib_",         "rdma_",  "rdmavt", "iw_",    "mlx4",     "mlx5",  "mlxfw",  "mlx_compat", "nvidia",
    "nv_peer_mem", "gdrdrv", "amdgpu", "amdkfd", "amdp2p",   "irdma", "i40iw",  "ice",        "bnxt_",
    "efa",         "hfi1",   "qib",    "siw",    "hns_roce", "hns3",  "ocrdma", "qed",        "usnic",
    "vmw_pvrdma",  "ionic",  "erdma",  "mana",   "cxgb4",    "cxi",   "smc",    "knem",       "xpmem"};

bool is_secret(std::string_view key) {
  const std::string lower = base::lowered(key);
  return std::any_of(kSecretWords.begin(), kSecretWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

/// One parameter off the front of `text`. As in the kernel (lib/cmdline.c), blanks inside double quotes do not end it.
std::string_view take_parameter(std::string_view& text) {
  bool quoted = false;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (text[end] == '"') quoted = !quoted;
    if (!quoted && (text[end] == ' ' || text[end] == '\t' || text[end] == '\n')) break;
  }
  const std::string_view parameter = text.substr(0, end);
  text.remove_prefix(end);
  return parameter;
}

/// What stands in the place of `secret`. A quote that only opens or closes in it stays, since it decides where parameters end.
std::string removed(std::string_view secret) {
  const bool odd = std::count(secret.begin(), secret.end(), '"') % 2 != 0;
  return std::string(kRemoved) + (odd ? "\"" : "");
}

/// "http://[removed]@host/ks.cfg" from "http://user:word@host/ks.cfg"
std::string without_user(std::string_view value) {
  const std::size_t at = value.rfind('@');
  if (at == std::string_view::npos) return std::string(value);
  const std::size_t scheme = value.substr(0, at).find("://");
  const std::size_t start = scheme == std::string_view::npos ? 0 : scheme + 3;
  return std::string(value.substr(0, start)) + removed(value.substr(start, at - start)) + std::string(value.substr(at));
}

std::string cleaned(std::string_view parameter) {
  const std::size_t equals = parameter.find('=');
  if (equals == std::string_view::npos) return std::string(parameter);
  const std::string key(parameter.substr(0, equals + 1));
  const std::string_view value = parameter.substr(equals + 1);
  return is_secret(key) && !value.empty() ? key + removed(value) : key + without_user(value);
}

}  // namespace

std::string without_secrets(std::string_view command_line) {
  std::string result;
  while (!command_line.empty()) {
    result += cleaned(take_parameter(command_line));
    const std::size_t blanks = std::min(command_line.find_first_not_of(" \t\n"), command_line.size());
    result += command_line.substr(0, blanks);
    command_line.remove_prefix(blanks);
  }
  return result;
}

bool is_module_of_interest(std::string_view name) {
  return std::any_of(kPrefixes.begin(), kPrefixes.end(), [&](std::string_view prefix) { return name.starts_with(prefix); });
}

std::vector<Module> parse_modules(std::string_view text) {
  std::vector<Module> modules;
  for (std::string_view line : base::lines(text)) {
    if (!is_module_of_interest(line)) continue;
    const std::vector<std::string_view> words = base::words(line);
    if (words.size() >= 5) modules.push_back({.name = base::printable(words[0]), .state = base::printable(words[4])});
  }
  return modules;
}

}  // namespace railhead::facts
