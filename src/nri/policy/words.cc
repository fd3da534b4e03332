#include "nri/policy/words.h"

#include "base/text.h"

namespace railhead::nri {

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return base::one_line(text);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  // Bytes that only look like the rest of a character are cut as they stand.
  return base::one_line(text.substr(0, end > 0 ? end : most)) + "...";
}

}  // namespace railhead::nri
