// Which of the fuzz targets this program is: the one whose name it is called by.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#define FUZZ_TARGET(name) int name(const std::uint8_t* data, std::size_t size);
#include "targets.inc"
#undef FUZZ_TARGET

namespace {

using Target = int (*)(const std::uint8_t*, std::size_t);
Target chosen = nullptr;

Target named(std::string_view wanted) {
#define FUZZ_TARGET(name) \
  if (wanted == #name) return name;
#include "targets.inc"
#undef FUZZ_TARGET
  return nullptr;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** words) {
  const std::string_view path = (*words)[0];
  chosen = named(path.substr(path.rfind('/') + 1));
  if (chosen) return 0;
  std::fprintf(stderr, "fuzzers: called as %s, which is no target; call it by a link with the name of one\n", (*words)[0]);
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { return chosen(data, size); }
