#include "sys/self/program.h"

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/text.h"
#include "sys/descriptor.h"

namespace railhead::sys {
namespace {

constexpr const char* kSelf = "/proc/self/exe";
constexpr const char* kCapabilities = "security.capability";  // capabilities(7), "File capabilities"

/// 0 when the file can be executed; else why not.
int refusal(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) return errno;
  if (!S_ISREG(found.st_mode)) return EACCES;
  // By the real ids, which are the effective ones here: faccessat2(2), which asks by these, is EPERM under seccomp profiles of
  // container runtimes older than the call.
  return ::access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

Outcome<bool> copy_all(const Descriptor& from, const Descriptor& to) {
  for (;;) {
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    const ssize_t copied = ::sendfile(to.number(), from.number(), nullptr, kPiece);
    if (copied < 0 && errno == EINTR) continue;
    if (copied < 0) return std::unexpected(Errno{errno});
    if (copied == 0) return true;
  }
}

/// The file capabilities of the program that runs, as the kernel stores them; empty when it has none.
std::string own_file_capabilities() {
  std::array<char, 256> value{};
  const ssize_t size = ::getxattr(kSelf, kCapabilities, value.data(), value.size());
  return size > 0 ? std::string(value.data(), static_cast<std::size_t>(size)) : "";
}

}  // namespace

Outcome<std::string> find_program(const std::string& name, const Environ& environ) {
  if (name.empty()) return std::unexpected(Errno{ENOENT});
  if (name.find('/') != std::string::npos) {
    const int why = refusal(name);
    return why == 0 ? Outcome<std::string>(name) : std::unexpected(Errno{why});
  }
  const std::string path = value_of(environ, "PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  int worst = ENOENT;
  for (const std::string_view folder : base::split(path, ':')) {
    std::string candidate = (folder.empty() ? "." : std::string(folder)) + "/" + name;
    const int why = refusal(candidate);
    if (why == 0) return candidate;
    if (why == EACCES) worst = EACCES;
  }
  return std::unexpected(Errno{worst});
}

Errno execute(const std::string& path, const std::vector<std::string>& arguments, const Environ& environ) {
  std::vector<std::string> words = arguments;
  std::vector<std::string> pairs;
  pairs.reserve(environ.size());
  for (const auto& [name, value] : environ) pairs.push_back(std::string(name).append("=").append(value));
  const std::vector<char*> argv = pointers(words);
  const std::vector<char*> envp = pointers(pairs);
  ::execve(path.c_str(), argv.data(), envp.data());
  return Errno{errno};
}

Outcome<Environ> initial_environ() {
  const Descriptor file(::open("/proc/self/environ", O_RDONLY | O_CLOEXEC));
  if (!file.open()) return std::unexpected(Errno{errno});
  std::string text;
  std::array<char, 65536> piece{};
  constexpr std::size_t kMost = std::size_t{16} << 20;  // more than the kernel lets pass (execve(2): a quarter of the stack)
  for (;;) {
    const ssize_t got = ::read(file.number(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(Errno{errno});
    if (got == 0) break;
    text.append(piece.data(), static_cast<std::size_t>(got));
    if (text.size() > kMost) return std::unexpected(Errno{EFBIG});
  }
  return parse_environ(text);
}

Outcome<InstalledCopy> install_self(const std::string& path) {
  const Descriptor from(::open(kSelf, O_RDONLY | O_CLOEXEC));
  if (!from.open()) return std::unexpected(Errno{errno});
  const std::string temporary = path + "." + std::to_string(::getpid()) + ".tmp";
  const Descriptor to(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755));
  if (!to.open()) return std::unexpected(Errno{errno});
  InstalledCopy result;
  const std::string capabilities = own_file_capabilities();
  result.had_capabilities = !capabilities.empty();
  Outcome<bool> copied = copy_all(from, to);
  if (copied && ::fchmod(to.number(), 0755) != 0) copied = std::unexpected(Errno{errno});
  // Last before the name: writing to a file or changing its owner takes its capabilities away.
  if (copied && result.had_capabilities &&
      ::fsetxattr(to.number(), kCapabilities, capabilities.data(), capabilities.size(), 0) != 0)
    result.capabilities = Errno{errno};
  if (copied && ::rename(temporary.c_str(), path.c_str()) != 0) copied = std::unexpected(Errno{errno});
  if (!copied) {
    ::unlink(temporary.c_str());
    return std::unexpected(copied.error());
  }
  return result;
}

}  // namespace railhead::sys
