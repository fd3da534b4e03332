#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "facts/known.h"

/// What every fuzz target needs: its input as text, and claims that must hold of any input.
namespace railhead::fuzz {

/// Ends the run, which libFuzzer reports with the input that did it.
inline void claim(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// Text for people must not steer a terminal, and must stay short whatever was read.
inline void claim_readable(const std::string& text) { claim(base::printable(text) == text, "text for people is printable"); }

template <class T>
void claim_told(const facts::Known<T>& fact) {
  if (fact.has()) return;
  claim_readable(fact.missing().detail);
  claim(fact.missing().detail.size() < 200, "why a fact is missing is said in short");
}

}  // namespace railhead::fuzz

/// Called for each input, by the name of its file (called_by_name.cc).
#define RAILHEAD_FUZZ(text)                                              \
  static void fuzz_one(std::string_view text);                           \
  int RAILHEAD_FUZZ_TARGET(const std::uint8_t* data, std::size_t size) { \
    fuzz_one({reinterpret_cast<const char*>(data), size});               \
    return 0;                                                            \
  }                                                                      \
  static void fuzz_one(std::string_view text)
