# How every target of the project is compiled and linked.
# The exceptions are false alarms of g++ 12 inside std::string and std::expected (GCC bugs 105329, 105562, 105651).
# clang++ builds only for the sanitizers and the fuzzer: it does not know all of these names, and what it warns of beyond g++ (deprecated
# parts inside libstdc++) ends no build.
add_library(railhead_options INTERFACE)
target_compile_options(railhead_options INTERFACE -Wall -Wextra -Wconversion -Werror -Wno-maybe-uninitialized -Wno-array-bounds
  -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -ffunction-sections -fdata-sections
  "$<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option;-Wno-deprecated-declarations;-Wno-error>")
# libstdc++ goes into the binary, so that it starts in any image; libgcc_s stays outside, since its static form needs a newer
# glibc. Unused sections go, and with them the symbols that only they needed (docs/decisions/0002-one-binary.md).
target_link_options(railhead_options INTERFACE -static-libstdc++ -Wl,--gc-sections)
