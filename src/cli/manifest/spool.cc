#include "cli/manifest/spool.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/format.h"
#include "base/text.h"

namespace railhead::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10U;

base::Error failed(std::string_view what, std::string_view name) {
  return {.code = errno == EACCES || errno == EPERM || errno == EROFS ? base::Code::denied : base::Code::unavailable,
          .message = base::format("cannot {} {}", what, base::one_line(name)),
          .cause = std::strerror(errno),
          .suggestion = ""};
}

base::Result<void> write_all(int to, std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const ssize_t count = ::write(to, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::unexpected(failed("write", name));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

/// A file that is gone unless it is kept.
class Beside {
 public:
  explicit Beside(const std::string& path) : path_(base::format("{}.{}.tmp", path, ::getpid())) {
    file_ = sys::Descriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    if (file_.open()) ::unlink(path_.c_str());
  }
  bool open() const { return file_.open(); }
  int number() const { return file_.number(); }
  const std::string& path() const { return path_; }
  bool keep(const std::string& path) {
    if (::fsync(file_.number()) != 0 || ::rename(path_.c_str(), path.c_str()) != 0) return false;
    file_ = sys::Descriptor();
    return true;
  }

 private:
  std::string path_;
  sys::Descriptor file_;
};

}  // namespace

base::Result<Spool> Spool::open() {
  const char* folder = std::getenv("TMPDIR");
  const std::string place = folder && *folder ? folder : "/tmp";
  Spool spool;
  spool.file_ = sys::Descriptor(::open(place.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600));
  if (!spool.file_.open()) {
    // Some file systems have no files without names: one is taken away at once then.
    std::string path = place + "/railhead-spool-000000";
    std::memset(path.data() + path.size() - 6, 'X', 6);
    spool.file_ = sys::Descriptor(::mkostemp(path.data(), O_CLOEXEC));
    if (!spool.file_.open()) {
      base::Error error = failed("make a temporary file in", place);
      error.suggestion = "TMPDIR names the folder, /tmp where it is not set.";
      return std::unexpected(std::move(error));
    }
    ::unlink(path.c_str());
  }
  return spool;
}

base::Result<void> Spool::add(std::string_view text) {
  size_ += text.size();
  return write_all(file_.number(), text, "a temporary file");
}

sys::Descriptor Spool::at_start() const {
  sys::Descriptor copy(::fcntl(file_.number(), F_DUPFD_CLOEXEC, 0));
  if (copy.open()) ::lseek(copy.number(), 0, SEEK_SET);
  return copy;
}

base::Result<void> Spool::copy(std::size_t at, std::size_t count, int to, std::string_view name) const {
  const auto room = std::make_unique<char[]>(kPiece);
  while (count > 0) {
    const ssize_t got = ::pread(file_.number(), room.get(), std::min(count, kPiece), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::unexpected(failed("read", "a temporary file"));
    const auto size = static_cast<std::size_t>(got);
    if (auto done = write_all(to, {room.get(), size}, name); !done) return done;
    at += size;
    count -= size;
  }
  return {};
}

base::Result<void> replace_file(const std::string& path, const Spool& spool, std::size_t at, std::size_t count) {
  char real[PATH_MAX];
  const std::string target = ::realpath(path.c_str(), real) ? std::string(real) : path;
  struct stat status{};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  Beside beside(target);
  if (!beside.open()) return std::unexpected(failed("create", beside.path()));
  if (auto done = spool.copy(at, count, beside.number(), beside.path()); !done) return done;
  // The owner may not be ours to give: the file is the user's then, which is no fault.
  if (exists && (status.st_uid != ::geteuid() || status.st_gid != ::getegid()))
    if (::fchown(beside.number(), status.st_uid, status.st_gid) != 0) errno = 0;
  if (::fchmod(beside.number(), exists ? status.st_mode & 07777U : 0644U) != 0 || !beside.keep(target))
    return std::unexpected(failed("replace", target));
  return {};
}

}  // namespace railhead::cli
