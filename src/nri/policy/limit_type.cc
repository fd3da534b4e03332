#include <algorithm>
#include <array>

#include "nri/policy/amount.h"
#include "nri/policy/annotations.h"

// Names: getrlimit(2), those that Linux has.
namespace railhead::nri {
namespace {

constexpr std::array<std::string_view, 16> kTypes = {"AS",      "CORE",     "CPU",        "DATA",   "FSIZE", "LOCKS",
                                                     "MEMLOCK", "MSGQUEUE", "NICE",       "NOFILE", "NPROC", "RSS",
                                                     "RTPRIO",  "RTTIME",   "SIGPENDING", "STACK"};
constexpr std::string_view kPrefix = "RLIMIT_";

}  // namespace

std::string rlimit_type(std::string_view text) {
  constexpr std::size_t kLongest = 32;
  std::string upper(text.substr(0, kLongest));
  std::ranges::transform(upper, upper.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  std::string_view name = upper;
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  const bool known = text.size() <= kLongest && std::ranges::find(kTypes, name) != kTypes.end();
  return known ? std::string(kPrefix) + std::string(name) : std::string();
}

std::string short_type(std::string_view type) {
  if (type.starts_with(kPrefix)) type.remove_prefix(kPrefix.size());
  std::string lower(type);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

}  // namespace railhead::nri
