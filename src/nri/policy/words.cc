#include "nri/policy/words.h"

#include "base/text.h"

namespace railhead::nri {

std::string_view cut_at_character(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  for (std::size_t end = most; end > 0 && most - end < 4; --end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U) return text.substr(0, end);
  // Bytes that only look like the rest of a character are cut as they stand.
  return text.substr(0, most);
}

std::string shortened(std::string_view text, std::size_t most) {
  const std::string_view front = cut_at_character(text, most);
  return base::one_line(front) + (front.size() < text.size() ? "..." : "");
}

}  // namespace railhead::nri
