#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "facts/environment.h"
#include "facts/log/run.h"
#include "text/nccl/log_line.h"
#include "text/nccl/prefix_table.h"

namespace railhead::text {

/// Reads the lines of a job's logs, of any number of ranks mixed, and keeps what they say. Memory grows with the ranks and the
/// kinds of faults, both bounded, and not with the lines.
class RunReader {
 public:
  /// True when the line is NCCL's or tells of a fault. `file` and `number` are where it stands; numbers count from 1.
  bool take(std::string_view line, const std::string& file, std::uint64_t number);
  /// A line that is NCCL's.
  void take(const LogLine& line, const std::string& file, std::uint64_t number);

  /// Of the line taken last: whether it is of NCCL's log, and not the error of a library or program around it.
  bool is_nccl_line() const { return is_nccl_line_; }

  const facts::LogRun& run() const { return run_; }
  /// Variables of which the log says what they are set to: "NCCL_IB_DISABLE set by environment to 1."
  const std::vector<facts::Variable>& variables() const { return variables_; }

 private:
  struct Here;  // the line being read

  /// nullptr beyond the most ranks that are kept.
  facts::LogRank* rank_of(std::string_view prefix);
  void take_message(const Here& here, std::string_view message);
  void take_network(const Here& here, std::string_view message);
  void take_plugin(const Here& here, std::string_view message);
  void take_socket(const Here& here, std::string_view message);
  void take_channel(const Here& here, std::string_view message);
  void take_communicator(const Here& here, std::string_view message);
  bool take_setting(const Here& here, std::string_view message);
  bool take_statement(std::string_view line, const std::string& file, std::uint64_t number);
  bool take_version(std::string_view line, const std::string& file, std::uint64_t number);
  bool take_plugin_name(const Here& here, std::string_view message);
  bool take_distance(const Here& here, std::string_view message);
  void add(const Here& here, facts::LogEvent event);
  void add(facts::LogEvent event, const std::string& source, const std::string& host);

  facts::LogRun run_;
  std::vector<facts::Variable> variables_;
  PrefixTable by_prefix_;
  std::map<std::string, std::size_t, std::less<>> by_writer_;
  std::map<std::string, std::size_t, std::less<>> by_event_;
  bool is_nccl_line_ = false;
};

}  // namespace railhead::text
