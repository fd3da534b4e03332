#pragma once

#include <expected>
#include <string>

/// What went wrong, as a value. Functions return Result<T>; only `cli` prints an Error and only `main` turns it into an exit
/// code.
namespace railhead::base {

/// The kinds a caller may want to tell apart; the exit code follows from them (docs/errors.md).
enum class Code { usage, malformed, not_found, denied, unavailable, timeout, internal };

/// `message` says what failed, `cause` why, `suggestion` what to do; `transient` says that trying again may help.
struct Error {
  Code code = Code::internal;
  std::string message;
  std::string cause = {};
  std::string suggestion = {};
  bool transient = false;
};

template <class T>
using Result = std::expected<T, Error>;

/// The name of a code in JSON (`error.code`), for example "not_found".
const char* name(Code code);

}  // namespace railhead::base
