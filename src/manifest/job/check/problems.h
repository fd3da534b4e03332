#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/job/read.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest::job {

/// Collects what is wrong in one document. More than a thousand problems are not noted.
class Problems {
 public:
  /// `first_line`: of the document in its file, from 1.
  Problems(std::string_view file, std::uint64_t first_line) : file_(file), first_line_(first_line) {}

  void add(const Value& at, std::string_view path, std::string_view message, std::string_view suggestion = {});
  /// With line and column of the document.
  void add(std::uint32_t line, std::uint32_t column, std::string_view path, std::string_view message,
           std::string_view suggestion = {});
  /// There is one of this path, of one within it, or of what it is within.
  bool has(std::string_view path) const;
  bool none() const { return entries_.empty(); }
  /// Nothing more is noted.
  bool full() const;
  std::string place(std::uint32_t line) const;

  /// In the order of their places.
  std::vector<Problem> in_order() &&;

 private:
  struct Entry {
    std::size_t number = 0;  // in the order in which they were found
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string path;
    Problem problem;
  };

  std::string file_;
  std::uint64_t first_line_;
  std::vector<Entry> entries_;
};

/// "spec.rails[0].network" of "spec.rails[0]" and "network".
std::string joined_path(std::string_view path, std::string_view key);
std::string joined_path(std::string_view path, std::size_t entry);

}  // namespace railhead::manifest::job
