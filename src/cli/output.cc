#include "cli/output.h"

#include <fcntl.h>
#include <langinfo.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "sys/descriptor.h"

namespace railhead::cli {
namespace {

base::Error io_error(const std::string& what, int error) {
  const base::Code code = error == EACCES || error == EPERM ? base::Code::denied
                          : error == ENOENT                 ? base::Code::not_found
                          : error == EISDIR                 ? base::Code::usage
                                                            : base::Code::unavailable;
  return {.code = code, .message = what, .cause = std::strerror(error)};
}

base::Result<void> write_to(int fd, std::string_view text, const std::string& what) {
  while (!text.empty()) {
    const ssize_t count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(io_error("cannot write to " + what, errno));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

base::Result<std::string> read_from(int fd, const std::string& what, std::size_t limit) {
  std::array<char, 65536> buffer{};
  std::string text;
  for (;;) {
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(io_error("cannot read " + what, errno));
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > limit)
      return std::unexpected(
          base::Error{.code = base::Code::usage,
                      .message = base::format("{} is larger than {}", what, base::format("{} MiB", limit >> 20U)),
                      .suggestion = "This is more than a snapshot holds; is it the right file?"});
  }
}

}  // namespace

Exit exit_of(base::Code code) {
  switch (code) {
    case base::Code::usage:
    case base::Code::malformed:
    case base::Code::not_found: return Exit::usage;
    case base::Code::timeout: return Exit::timeout;
    default: return Exit::undetermined;
  }
}

report::Style style_of(const OutputOptions& options) {
  std::setlocale(LC_CTYPE, "");
  const bool utf8 = std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0;
  const char* no_color = std::getenv("NO_COLOR");
  const bool wanted = ::isatty(STDOUT_FILENO) == 1 && !(no_color && *no_color);
  return {.colour = options.colour == "always" || (options.colour == "auto" && wanted), .utf8 = utf8};
}

void hold_standard_streams() {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number)
    if (::fcntl(number, F_GETFD) < 0) static_cast<void>(::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

base::Result<void> print(const std::string& text) { return write_to(STDOUT_FILENO, text, "stdout"); }

base::Result<void> print_note(const std::string& text) { return write_to(STDERR_FILENO, text, "stderr"); }

Exit report_error(const base::Error& error, const OutputOptions& options) {
  if (options.json) {
    const nlohmann::ordered_json document = {{"schema", 1},
                                             {"error",
                                              {{"code", name(error.code)},
                                               {"message", base::printable(error.message)},
                                               {"cause", base::printable(error.cause)},
                                               {"suggestion", base::printable(error.suggestion)},
                                               {"transient", error.transient}}}};
    static_cast<void>(print(document.dump(2) + "\n"));  // when stdout fails as well, the exit code still tells
    return exit_of(error.code);
  }
  std::string text = "railhead: " + base::printable(error.message);
  if (!error.cause.empty()) text += ": " + base::printable(error.cause);
  text += "\n";
  if (!error.suggestion.empty()) text += base::printable(error.suggestion) + "\n";
  static_cast<void>(write_to(STDERR_FILENO, text, "stderr"));
  return exit_of(error.code);
}

namespace {

base::Result<void> replace_file(const std::string& path, const std::string& text, mode_t mode) {
  const std::string temporary = base::format("{}.{}.tmp", path, ::getpid());
  sys::Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file.open()) return std::unexpected(io_error("cannot create " + temporary, errno));
  base::Result<void> written = write_to(file.number(), text, temporary);
  if (written && ::fsync(file.number()) != 0) written = std::unexpected(io_error("cannot write " + temporary, errno));
  if (written && ::rename(temporary.c_str(), path.c_str()) != 0)
    written = std::unexpected(io_error("cannot replace " + path, errno));
  if (!written) ::unlink(temporary.c_str());
  return written;
}

}  // namespace

base::Result<void> write_file(const std::string& path, const std::string& text) { return replace_file(path, text, 0644); }

base::Result<void> write_private_file(const std::string& path, const std::string& text) {
  return replace_file(path, text, 0600);
}

base::Result<std::string> read_input(const std::string& path, std::size_t limit) {
  if (path == "-") return read_from(STDIN_FILENO, "stdin", limit);
  const sys::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return std::unexpected(io_error("cannot open " + base::printable(path), errno));
  return read_from(file.number(), base::printable(path), limit);
}

}  // namespace railhead::cli
