#include "nri/plugin/policy_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/format.h"
#include "base/text.h"
#include "nri/policy/read.h"
#include "sys/descriptor.h"

namespace railhead::nri {
namespace {

base::Error cannot_read(const std::string& path, std::string cause, int error = 0) {
  const base::Code code = error == ENOENT ? base::Code::not_found : error == EACCES ? base::Code::denied : base::Code::usage;
  return {.code = code, .message = base::format("cannot read {}", base::one_line(path)), .cause = std::move(cause)};
}

/// No file of /proc has a size: it is read to its end.
base::Result<std::string> read_all(const sys::Descriptor& file, const std::string& path, std::size_t most) {
  std::string text;
  std::array<char, 16384> buffer{};
  for (;;) {
    const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(cannot_read(path, std::strerror(errno), errno));
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > most) return std::unexpected(cannot_read(path, base::format("it is larger than {} bytes", most)));
  }
}

}  // namespace

base::Result<std::string> read_file(const std::string& path, std::size_t most) {
  const sys::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return std::unexpected(cannot_read(path, std::strerror(errno), errno));
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) return std::unexpected(cannot_read(path, std::strerror(errno), errno));
  if (!S_ISREG(status.st_mode)) return std::unexpected(cannot_read(path, "it is no regular file"));
  return read_all(file, path, most);
}

base::Result<Policy> load_policy(const std::string& path) {
  if (path.empty()) return default_policy();
  const auto text = read_file(path, kMostPolicy);
  if (!text) return std::unexpected(text.error());
  return read_policy(*text, path);
}

std::uint64_t memory_of(std::string_view meminfo) {
  for (const std::string_view line : base::lines(meminfo)) {
    const auto words = base::words(line);
    if (words.size() < 2 || words[0] != "MemTotal:") continue;
    const std::uint64_t kibibytes = base::unsigned_number(words[1]).value_or(0);
    return kibibytes > (~std::uint64_t{0} >> 10U) ? 0 : kibibytes << 10U;
  }
  return 0;
}

std::uint64_t node_memory() {
  const auto text = read_file("/proc/meminfo", std::size_t{1} << 20U);
  return text ? memory_of(*text) : 0;
}

}  // namespace railhead::nri
