#include "report/lint/uri.h"

#include <string_view>

#include "base/format.h"

namespace railhead::report {
namespace {

bool stays(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

std::string uri_of(const std::string& path) {
  std::string_view rest = path;
  while (rest.starts_with("./")) rest.remove_prefix(2);
  std::string uri = rest.starts_with('/') ? "file://" : "";
  for (const char c : rest) {
    if (stays(c))
      uri += c;
    else
      uri += base::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

}  // namespace railhead::report
