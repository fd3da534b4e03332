#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "sys/descriptor.h"

namespace railhead::cli {

/// Text that is kept in a temporary file without a name, however long it is.
class Spool {
 public:
  static base::Result<Spool> open();

  base::Result<void> add(std::string_view text);
  std::size_t size() const { return size_; }
  /// A descriptor of its own that stands at the start; closed where there is none to be had (errno).
  sys::Descriptor at_start() const;
  /// Writes `count` bytes from `at` to the descriptor `to`, which `name` is for people.
  base::Result<void> copy(std::size_t at, std::size_t count, int to, std::string_view name) const;

 private:
  sys::Descriptor file_;
  std::size_t size_ = 0;
};

/// Replaces a file by `count` bytes of the spool: a temporary file beside it, synced, then rename(2). Mode and owner stay; a
/// link is followed.
base::Result<void> replace_file(const std::string& path, const Spool& spool, std::size_t at, std::size_t count);

}  // namespace railhead::cli
