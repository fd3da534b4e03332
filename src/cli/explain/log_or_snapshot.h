#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "text/case.h"

namespace railhead::cli {

/// Passes the text of one file on to the case as it comes; that of a snapshot is kept, and what it tells of its machine is
/// added at the end.
class LogOrSnapshot {
 public:
  LogOrSnapshot(text::CaseReader& reader, std::string name) : reader_(reader), name_(std::move(name)) {}
  void take(std::string_view text);
  /// `unread`: why the rest of the file could not be read. Errors: a snapshot that is broken or too large.
  base::Result<void> end(const std::string& unread);

 private:
  enum class What { not_told, log, snapshot };

  text::CaseReader& reader_;
  std::string name_;
  std::string kept_;  // the first bytes until they tell what this is, or a snapshot
  What what_ = What::not_told;
  bool too_large_ = false;
};

}  // namespace railhead::cli
