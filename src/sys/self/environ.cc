#include "sys/self/environ.h"

#include <unistd.h>

#include "base/text.h"

namespace railhead::sys {
namespace {

void add(Environ& environ, std::string_view pair) {
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos || equals == 0) return;
  environ.emplace(pair.substr(0, equals), pair.substr(equals + 1));
}

}  // namespace

Environ own_environ() {
  Environ result;
  for (char** pair = environ; pair && *pair; ++pair) add(result, *pair);
  return result;
}

Environ parse_environ(std::string_view text) {
  Environ result;
  const char separator = text.find('\0') != std::string_view::npos ? '\0' : '\n';
  for (std::string_view pair : base::split(text, separator)) add(result, pair);
  return result;
}

std::optional<std::string> value_of(const Environ& environ, std::string_view name) {
  const auto found = environ.find(name);
  if (found == environ.end()) return std::nullopt;
  return found->second;
}

}  // namespace railhead::sys
