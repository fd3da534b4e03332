#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "probe/reading.h"

namespace railhead::probe {

/// A folder opened once that knows its path, so that each fact read in it carries its source. A folder that does not open gives
/// its error for every file in it.
class OpenFolder {
 public:
  OpenFolder(const sys::FileTree& files, std::string path) : path_(std::move(path)), folder_(files.folder(path_)) {}

  const std::string& path() const { return path_; }
  /// The path of a file in it.
  std::string source(std::string_view name) const;
  sys::Outcome<std::string> read(std::string_view name) const;
  bool opened() const { return folder_.has_value(); }
  /// Why it did not open; only then.
  sys::Errno error() const { return folder_.error(); }

 private:
  std::string path_;
  sys::Outcome<std::unique_ptr<sys::Folder>> folder_;
};

template <class T, class Parse>
facts::Known<T> parsed(const OpenFolder& folder, std::string_view name, std::string_view expected, Parse parse) {
  return parsed<T>(folder.read(name), folder.source(name), expected, parse);
}

template <std::integral T = std::uint64_t>
facts::Known<T> number_of(const OpenFolder& folder, std::string_view name, int base = 10) {
  return parsed<T>(folder, name, "a number", [base](std::string_view text) { return number<T>(text, base); });
}

facts::Known<std::string> text_of(const OpenFolder& folder, std::string_view name);

}  // namespace railhead::probe
