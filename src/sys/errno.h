#pragma once

#include <expected>
#include <string>

/// Answers of the operating system: a value, or the errno that came instead.
namespace railhead::sys {

/// errno(3) of a failed call. Zero is not an errno: it says that this world (a captured tree, a snapshot) has no such source
/// and was never asked, which is different from "there is none".
struct Errno {
  int value = 0;
  bool operator==(const Errno&) const = default;
};

constexpr Errno kNotAsked{0};

template <class T>
using Outcome = std::expected<T, Errno>;

/// "ENOENT", "EACCES"; "errno 4711" for one without a known name; "not asked" for kNotAsked.
std::string symbol(Errno error);

/// The errno of a symbol such as "EINVAL"; kNotAsked when the name is unknown.
Errno errno_of(const std::string& symbol);

}  // namespace railhead::sys
