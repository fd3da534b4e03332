#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/known.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// Where the lines of a text came from, so that a value can name its place. `cut`: lines are missing, so that what is not there
/// may be set all the same. `before`: lines of the file before the text, where it stands there as it is.
struct Origin {
  std::string file;
  std::vector<std::uint64_t> numbers = {};  // of each line in the file, where lines between them are left out
  bool cut = false;
  std::uint64_t before = 0;

  /// The line of the file that a line of the text is.
  std::uint64_t number(std::uint64_t line) const;
  /// "FILE:LINE"
  std::string place(std::uint32_t line) const;
  std::string place(const Value& value) const { return place(value.line()); }
};

/// The fact that a value is: not asked where it is not there or empty, malformed where it is no such thing.
facts::Known<std::string> told_text(const Value& value, const Origin& origin);
facts::Known<std::int64_t> told_integer(const Value& value, const Origin& origin);
facts::Known<bool> told_boolean(const Value& value, const Origin& origin);

}  // namespace railhead::manifest
