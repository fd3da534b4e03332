#include "nccl/number.h"

#include <cerrno>
#include <cstdlib>
#include <string>

namespace railhead::nccl {

Number parse_number(std::string_view text, int base) {
  if (text.empty()) return {.value = {}, .whole = true};
  const std::string copy(text.substr(0, text.find('\0')));
  char* end = nullptr;
  errno = 0;
  const long long value = std::strtoll(copy.c_str(), &end, base);
  const bool fits = errno == 0;
  const std::string_view rest = std::string_view(copy).substr(static_cast<std::size_t>(end - copy.c_str()));
  const bool whole = end != copy.c_str() && rest.find_first_not_of(" \t\r\n") == std::string_view::npos;
  return {.value = fits ? std::optional<std::int64_t>(value) : std::nullopt, .whole = whole};
}

}  // namespace railhead::nccl
