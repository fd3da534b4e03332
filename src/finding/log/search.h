#pragma once

#include <functional>
#include <string>
#include <vector>

#include "facts/log/run.h"
#include "finding/finding.h"

/// Findings about what a log says. A log proves what it names and nothing by its silence but that it does not name it.
namespace railhead::check {

/// A fault that logs are searched for.
struct LogSearch {
  Severity severity = Severity::error;
  const char* what;  // for the good case: "failed completion of status 12"
  std::function<bool(const facts::LogEvent&)> is;
  std::function<std::string(const facts::LogEvent&)> message;  // of the first such line
  std::string fix = {};
};

/// One finding for all lines of that kind, with the hosts as its subject and the first lines as evidence; ok where there is
/// none in a log that was read; nothing without a log.
std::vector<Finding> search(const Input& input, const LogSearch& search);

/// How a completion or a call is named in messages: "on mlx5_3, to ::ffff:10.0.1.2"; empty where the line tells neither.
std::string place_of(const facts::LogEvent& event);

/// Of a consequence, whose log tells more: "; look at rank 3"; empty where the line names nobody.
std::string pointed_to(const facts::LogEvent& event);

/// True of a call of libibverbs of that name that failed with that errno.
bool is_call(const facts::LogEvent& event, std::string_view name, int error);

/// True of a failed completion of that status (enum ibv_wc_status).
bool is_completion(const facts::LogEvent& event, unsigned status);

/// `more` at the end of `findings`.
std::vector<Finding> joined(std::vector<Finding> findings, std::vector<Finding> more);

}  // namespace railhead::check
