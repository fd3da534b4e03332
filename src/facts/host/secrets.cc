#include "facts/host/secrets.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace railhead::facts {
namespace {

constexpr std::string_view kRemoved = "[removed]";

constexpr std::array<std::string_view, 8> kSecretWords = {"password", "passwd", "passphrase", "token",
                                                          "key",      "secret", "credential", "auth"};

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

}  // namespace

bool is_secret_name(std::string_view name) {
  const std::string lower = base::lowered(name);
  return std::any_of(kSecretWords.begin(), kSecretWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

std::string without_secret(std::string_view pair) {
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos) return std::string(pair);
  const std::string key(pair.substr(0, equals + 1));
  const std::string_view value = pair.substr(equals + 1);
  return is_secret_name(key) && !value.empty() ? key + removed(value) : key + without_user(value);
}

std::string without_secrets(std::string_view command_line) {
  std::string result;
  while (!command_line.empty()) {
    result += without_secret(take_parameter(command_line));
    const std::size_t blanks = std::min(command_line.find_first_not_of(" \t\n"), command_line.size());
    result += command_line.substr(0, blanks);
    command_line.remove_prefix(blanks);
  }
  return result;
}

}  // namespace railhead::facts
