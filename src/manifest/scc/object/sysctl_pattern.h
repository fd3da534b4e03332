#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace railhead::manifest::scc {

/// What the server takes for the name of a sysctl or its beginning (openshift/openshift-apiserver, validation of security).
constexpr const char* kSysctlPattern = "([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]";

/// Whether a text is one, of 253 characters at most.
bool is_sysctl_pattern(std::string_view text);

/// One entry that a pattern of the other list covers: its list, its place there, and that pattern.
struct SysctlOverlap {
  bool of_forbidden = false;
  std::size_t index = 0;
  std::string other = {};
};

/// The entries of two lists that cover one another, in the server's order; `most` of them.
std::vector<SysctlOverlap> sysctl_overlaps(const std::vector<std::string>& allowed, const std::vector<std::string>& forbidden,
                                           std::size_t most);

}  // namespace railhead::manifest::scc
