#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace railhead::base {

struct Bytes {
  std::uint64_t value = 0;
  auto operator<=>(const Bytes&) const = default;
};

constexpr Bytes kibibytes(std::uint64_t n) { return {n << 10}; }
constexpr Bytes mebibytes(std::uint64_t n) { return {n << 20}; }
constexpr Bytes gibibytes(std::uint64_t n) { return {n << 30}; }

struct BitsPerSecond {
  std::uint64_t value = 0;
  auto operator<=>(const BitsPerSecond&) const = default;
};

/// "8 MiB", "8196 KiB", "100 bytes": exact, in the largest binary unit that divides it.
std::string exact(Bytes size);

/// "8 MiB", "1.4 GiB": at most one decimal, for people.
std::string rounded(Bytes size);

/// "200 Gb/s", "2.5 Gb/s".
std::string rounded(BitsPerSecond rate);

/// Reads "1GiB", "512 MiB", "64k", "8388608": k, m, g, t with or without i and B are powers of 1024, as ulimit and Kubernetes'
/// Ki, Mi, Gi mean it. Anything else, and what does not fit 64 bits, is a usage error that names the text.
Result<Bytes> parse_size(std::string_view text);

}  // namespace railhead::base
