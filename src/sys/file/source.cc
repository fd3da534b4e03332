#include "sys/file/source.h"

#include <vector>

#include "base/text.h"

namespace railhead::sys {

std::string source_of(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::string_view part : base::split(path, '/'))
    if (!part.empty() && part != ".") parts.push_back(part);
  if (parts.empty()) return "/";
  std::string source = "/" + std::string(parts[0]);
  // sysfs and procfs hold many sources each; captures take some of them.
  if (parts.size() > 1 && (parts[0] == "sys" || parts[0] == "proc")) source += "/" + std::string(parts[1]);
  return source;
}

}  // namespace railhead::sys
