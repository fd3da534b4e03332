#include "sys/errno.h"

#include <cerrno>
#include <cstring>

namespace railhead::sys {

std::string symbol(Errno error) {
  if (error == kNotAsked) return "not asked";
  const char* name = strerrorname_np(error.value);
  return name ? name : "errno " + std::to_string(error.value);
}

Errno errno_of(const std::string& symbol) {
  constexpr int kLastErrno = 133;  // EHWPOISON, the highest in Linux' asm-generic/errno.h
  for (int value = 1; value <= kLastErrno; ++value) {
    const char* name = strerrorname_np(value);
    if (name && symbol == name) return Errno{value};
  }
  return kNotAsked;
}

}  // namespace railhead::sys
