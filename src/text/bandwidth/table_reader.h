#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/log/bandwidth.h"

namespace railhead::text {

/// Reads the result tables of nccl-tests and rccl-tests, and of perftest's bandwidth tests, between lines of other kinds. A
/// line belongs to a table when the heading of its columns was seen before it in the same file.
class TableReader {
 public:
  /// What comes next is another file's.
  void begin() {
    table_ = kNone;
    next_ = {};
    properties_ = 0;
    comments_ = false;
  }
  /// What the line belongs to ("nccl-tests results"); nullptr for one that is of no table.
  const char* take(std::string_view line, const std::string& file, std::uint64_t number);
  const std::vector<facts::BandwidthTable>& tables() const { return tables_; }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  bool open(facts::BandwidthTool tool, std::string_view line, const std::string& source);
  bool take_comment(std::string_view line, const std::string& source);
  bool take_row(std::string_view line, const std::string& source);
  bool take_results_row(std::string_view line, const std::string& source);
  bool take_perftest_row(std::string_view line, const std::string& source);
  bool take_property(std::string_view line);

  std::vector<facts::BandwidthTable> tables_;
  facts::BandwidthTable next_;  // what stands before the heading of its columns
  std::size_t table_ = kNone;   // the one that is being read
  unsigned properties_ = 0;     // lines of perftest's preamble that may still come
  bool comments_ = false;       // lines of nccl-tests were seen, so that a bare "#" is one of them
  bool has_wrong_ = false;      // nccl-tests: the column "#wrong"; before it there was the largest difference
  double unit_ = 0;             // perftest: of its columns, in GB/s
};

}  // namespace railhead::text
