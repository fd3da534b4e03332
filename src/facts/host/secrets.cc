#include "facts/host/secrets.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace railhead::facts {
namespace {

constexpr std::string_view kRemoved = "[removed]";

constexpr std::array<std::string_view, 10> kSecretWords = {"password", "passwd",     "passphrase", "token", "key",
                                                           "secret",   "credential", "auth",       "sshpw", "rootpw"};

/// Whole names of options, too common as parts of words: mount.cifs knows "pass", "iommu.passthrough" is no secret.
constexpr std::array<std::string_view, 4> kSecretNames = {"pass", "pwd", "pw", "cred"};

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

/// "a=b=token=word", in which each name judges what follows it. A loop, since a hostile text has as many as it likes.
std::string without_chained_secrets(std::string_view piece) {
  std::string result;
  std::string room;
  for (bool first = true;; first = false) {
    const std::size_t equals = piece.find('=');
    if (equals == std::string_view::npos || equals + 1 == piece.size()) return result.append(piece);
    const std::string_view name = piece.substr(0, equals);
    piece.remove_prefix(equals + 1);
    result.append(name) += '=';
    if (is_secret_name(name)) return result + removed(piece);
    // Once does: what it leaves before the last '@' is what it would leave again.
    if (first) piece = room = without_user(piece);
  }
}

/// The options inside a value, each judged by its own name: "rootflags=user=me,pass=word", "ks=http://host/ks.cfg?token=word".
std::string without_inner_secrets(std::string_view value) {
  constexpr std::string_view kBetween = ",;?&";
  std::string result;
  while (!value.empty()) {
    const std::size_t end = std::min(value.find_first_of(kBetween), value.size());
    result += without_chained_secrets(value.substr(0, end));
    if (end < value.size()) result += value[end];
    value.remove_prefix(std::min(end + 1, value.size()));
  }
  return result;
}

}  // namespace

bool is_secret_name(std::string_view name) {
  const std::string lower = base::lowered(name);
  const std::size_t last = lower.find_last_of("._-\"");
  const std::string_view end = std::string_view(lower).substr(last == std::string::npos ? 0 : last + 1);
  return std::find(kSecretNames.begin(), kSecretNames.end(), end) != kSecretNames.end() ||
         std::any_of(kSecretWords.begin(), kSecretWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

std::string without_secret(std::string_view pair) {
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos) return std::string(pair);
  const std::string name(pair.substr(0, equals));
  const std::string_view value = pair.substr(equals + 1);
  if (value.empty()) return std::string(pair);
  if (is_secret_name(name)) return name + "=" + removed(value);
  return name + "=" + without_inner_secrets(without_user(value));
}

namespace {

/// One pass over the parameters.
std::string cleaned_once(std::string_view command_line) {
  std::string result;
  while (!command_line.empty()) {
    result += without_secret(take_parameter(command_line));
    const std::size_t blanks = std::min(command_line.find_first_not_of(" \t\n"), command_line.size());
    result += command_line.substr(0, blanks);
    command_line.remove_prefix(blanks);
  }
  return result;
}

}  // namespace

std::string without_secrets(std::string_view command_line) {
  // What was removed can change how odd quotes pair up, so this goes on until nothing changes: a text already treated stays.
  constexpr int kMostPasses = 8;
  std::string text(command_line);
  for (int pass = 0; pass < kMostPasses; ++pass) {
    std::string cleaned = cleaned_once(text);
    if (cleaned == text) return text;
    text = std::move(cleaned);
  }
  return std::string(kRemoved);
}

}  // namespace railhead::facts
