#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace railhead::nccl {

/// What NCCL makes of the text of a number. `value`: nothing where the text is empty or does not fit 64 bits, which leaves NCCL
/// at its default. `whole`: all of the text is the number, but for blanks around it; "true" is 0 and not whole, "3us" is 3.
struct Number {
  std::optional<std::int64_t> value = {};
  bool whole = false;
};

/// As strtoll(3) with base 0: a leading 0x is hexadecimal, a leading 0 octal. Source: ncclLoadParam() in src/misc/param.cc of
/// NCCL. Base 10 is atoi(3), which reads the ports of device lists.
Number parse_number(std::string_view text, int base = 0);

}  // namespace railhead::nccl
